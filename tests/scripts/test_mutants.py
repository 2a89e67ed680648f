"""The planted mistakes still fit the sources: `make mutants` itself takes minutes and runs apart."""

from scripts import mutants

SOURCE = mutants.ROOT / "src" / "donjon"


def test_what_each_mistake_changes_stands_in_its_file_once() -> None:
    counts = {
        (mutant.file, mutant.right): (SOURCE / mutant.file).read_text(encoding="utf-8").count(mutant.right)
        for mutant in mutants.MUTANTS
    }
    assert {place: count for place, count in counts.items() if count != 1} == {}
    assert len(counts) == len(mutants.MUTANTS)


def test_the_tests_named_beside_each_mistake_are_there() -> None:
    named = {name for mutant in mutants.MUTANTS for name in mutant.tests.split()}
    assert [name for name in sorted(named) if not (mutants.ROOT / name).is_file()] == []
