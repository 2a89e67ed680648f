"""Answer requests: templates, languages, sessions, security, and pages for errors."""
