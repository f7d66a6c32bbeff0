"""Python's statistics."""
import statistics
from statistics import StatisticsError, fmean


def middles(xs: list[float]):
    return [statistics.mean(xs), fmean(xs), statistics.median(xs), statistics.median_low(xs), statistics.median_high(xs)]


def spreads(xs: list[float]):
    return [statistics.stdev(xs), statistics.variance(xs), statistics.pstdev(xs), statistics.pvariance(xs)]


def around(xs: list[float], c: float):
    return [statistics.stdev(xs, c), statistics.variance(xs, xbar=c), statistics.pstdev(xs, mu=c), statistics.pvariance(xs, c)]


def other_means(xs: list[float]) -> tuple[float, float]:
    return statistics.geometric_mean(xs), statistics.harmonic_mean(xs)


def weighted(xs: list[float], ws: list[float]) -> float:
    return fmean(xs, ws)


def cuts(xs: list[float], n: int):
    return [statistics.quantiles(xs), statistics.quantiles(xs, n=n), statistics.quantiles(xs, n=n, method='inclusive')]


def of_ints(xs: list[int]):
    return [fmean(xs), statistics.stdev(xs), statistics.pstdev(xs), statistics.geometric_mean([x * x + 1 for x in xs])] + statistics.quantiles(xs)


def most_found(xs: list[int], words: list[str]) -> tuple[int, str, int, int]:
    return statistics.mode(xs), statistics.mode(words), statistics.median_low(xs), statistics.median_high(xs)


def all_most_found(words: list[str]) -> list[str]:
    return statistics.multimode(words)


def of_characters(s: str) -> str:
    return statistics.mode(s)


def together(x: list[float], y: list[float]) -> tuple[float, float]:
    return statistics.covariance(x, y), statistics.correlation(x, y)


def caught(xs: list[float]) -> str:
    try:
        return f"{statistics.median(xs):.3f}"
    except StatisticsError as e:
        return "none: " + str(e)


def caught_as_value_error(xs: list[float]) -> str:
    try:
        return f"{statistics.variance(xs):.3f}"
    except ValueError as e:
        return "none: " + str(e)


def of_tuples(t: tuple[float, float, float]) -> float:
    return statistics.mean(t) + fmean(x * x for x in t) + statistics.pvariance(x + 1 for x in t)


NUMBERS = [[], [1.5], [1.0, 2.0], [3.25, -1.0, 7.5, 0.125], [1e6 + 0.1, 1e6 - 0.7, 1e6, 0.1, 0.2, 0.3], [0.1] * 10, [4.0, 1.0, 9.0, 0.0, 2.5]]
ROUNDED = {"around", "other_means"}
CASES = {
    "middles": NUMBERS,
    "spreads": NUMBERS,
    "around": [(xs, c) for xs in NUMBERS for c in (0.0, 1.75)],
    "other_means": [[], [1.5], [1.0, 2.0, 4.0], [0.5, 0.0], [-1.0, 2.0], [0.1, 0.7, 3.0]],
    "weighted": [([1.0, 2.0], [3.0, 1.0]), ([1.0, 2.0], [1.0, -1.0]), ([1.0], [1.0, 2.0]), ([], [])],
    "cuts": [(xs, n) for xs in NUMBERS for n in (1, 3, 10, 0)],
    "of_ints": [[1, 2, 4], [5], [], [7, -3, 2, 2, 9]],
    "most_found": [([1, 2, 2, 1, 3], ["b", "a", "a"]), ([5], ["x"]), ([], ["x"]), ([1], [])],
    "all_most_found": [[], ["a"], ["b", "a", "b", "a", "c"]],
    "of_characters": ["hello", "", "\u00e9a\u00e9"],
    "together": [([1.0, 2.0, 4.0], [1.5, 2.0, 9.0]), ([1.0, 2.0], [1.0]), ([1.0], [1.0]), ([1.0, 1.0], [2.0, 3.0])],
    "caught": NUMBERS,
    "caught_as_value_error": NUMBERS,
    "of_tuples": [(1.0, 2.0, 4.5), (0.1, 0.2, 0.3)],
}
