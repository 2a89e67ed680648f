# The table in a container. `docker compose up` starts it beside a database (compose.yaml).

FROM node:22.20.0-bookworm-slim@sha256:b21fe589dfbe5cc39365d0544b9be3f1f33f55f3c86c87a76ff65a02f8f5848e AS fonts
WORKDIR /fonts
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --no-audit --no-fund

FROM python:3.11.13-slim-bookworm@sha256:86adf8dbadc3d6e82ee5dd2c74bec2e1c2467cdad47886280501df722372d2e1 AS wheel
WORKDIR /wheel
COPY pyproject.toml constraints.txt hatch_build.py README.md LICENSE ./
COPY scripts/vendor.py scripts/
COPY src src
COPY --from=fonts /fonts/node_modules node_modules
RUN python scripts/vendor.py node_modules src/donjon/table/static/vendor
RUN pip wheel --no-deps --wheel-dir /made .

FROM python:3.11.13-slim-bookworm@sha256:86adf8dbadc3d6e82ee5dd2c74bec2e1c2467cdad47886280501df722372d2e1
COPY --from=wheel /wheel/constraints.txt /made/
COPY --from=wheel /made /made
RUN pip install --no-cache-dir --find-links /made 'donjon[table,postgresql]' -c /made/constraints.txt \
    && useradd --create-home donjon \
    && install --directory --owner=donjon /data /cache
# The bots' machine code, for most x86-64 processors. On others it is made at the first start, while people play
# already, and kept in /cache.
COPY scripts/ship_code.py /made/
RUN DONJON_CACHE=/made/cache python /made/ship_code.py && rm -rf /made/cache
USER donjon
# In /data the games (without another database) and the key of the seats.
ENV DONJON_DATA=/data DONJON_CACHE=/cache PYTHONUNBUFFERED=1
VOLUME ["/data", "/cache"]
EXPOSE 8000
HEALTHCHECK CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/healthz')"]
CMD ["donjon", "play", "--host", "0.0.0.0", "--port", "8000"]
