"""Typical NumPy code, written without a look at what the compiler rewrites: results, and which rewrites it meets.

docs/architecture.md, "What each rewrite earns", counts in these modules."""
from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from harness import HERE, compile_once, failed, load, outcome, run_pycc, same, shared_folder

TYPICAL = HERE / "typical"
RNG = np.random.default_rng(1)
X, Y, Z, POS = RNG.random(64) + 0.1, RNG.random(64), RNG.standard_normal((8, 8)), RNG.random((8, 3))
INDEX = RNG.integers(0, 64, (4, 64))
SYM = Z @ Z.T + np.eye(8) * 9
ROW = Y[:8]

CASES: dict[str, dict[str, tuple]] = {
    "dp": {
        "knapsack": (INDEX[0, :6] % 9 + 1, INDEX[1, :6], 20), "edit_distance": (INDEX[0] % 3, INDEX[1, :40] % 3),
        "floyd_warshall": (np.abs(Z),), "coin_change": (np.array([1, 2, 5]), 30), "max_subarray": (X - 0.6,),
        "viterbi": (INDEX[0] % 4, ROW[:4] + 0.1, np.abs(Z[:4, :4]) + 0.1, np.abs(Z[4:, :4]) + 0.1),
    },
    "filters": {
        "box_blur": (Z, 1), "sobel": (Z,), "threshold": (Z, 0.1), "normalize": (Z,), "grey": (RNG.random((5, 6, 3)),),
        "histogram_equalize": (RNG.integers(0, 255, (8, 9)).astype(np.uint8),), "gamma_correct": (Z * Z, 2.2),
    },
    "finance": {
        "returns": (X,), "log_returns": (X,), "sharpe": (X, 0.01), "max_drawdown": (X,), "rsi": (X, 5),
        "black_scholes": (X, 1.0, 0.1, 0.2, 1.0), "spread": (X, X + 1, 1.0, 0.02, 0.3), "portfolio": (X[:8], ROW, SYM),
        "binomial": (1.0, 1.0, 0.1, 0.2, 1.0, 20), "crossover": (X, Y), "any_negative": (X - 0.5,),
    },
    "geo": {
        "haversine": (X, Y, Y, X), "rotate": (X, Y, 0.1), "spin": (X, Y, 0.1, 3), "to_polar": (X, Y),
        "mean_radius": (X, Y), "area": (X, Y), "inside": (X, Y, X[:5], Y[:5]), "mandelbrot": (9, 9, 30),
        "life": ((Z > 0).astype(np.uint8),), "bounding": (Z,), "slope": (Z, 2.0),
    },
    "linalg": {
        "jacobi": (SYM, ROW, 50, 1e-9), "cg": (SYM, ROW, 1e-9), "lu": (SYM,), "det": (SYM,), "power_iteration": (SYM, 9),
        "gram_schmidt": (Z,), "is_symmetric": (SYM,), "diag_dominant": (SYM,), "trace_norm": (Z,),
    },
    "ml": {
        "logistic_fit": (Z, (ROW > 0.5) * 1.0, 0.1, 5), "log_loss": (Y, (X > 0.5) * 1.0), "kmeans_step": (POS, POS[:2]),
        "kmeans": (POS, POS[:2].copy(), 5), "adam": (X, Y, X * 0, Y * 0, 1), "relu_layer": (Z, Z, ROW),
        "accuracy": (INDEX[0], INDEX[1]), "standardize": (Z,), "one_hot": (INDEX[0] % 4, 4), "nearest": (Z, ROW),
    },
    "montecarlo": {
        "pi": (1000, 3), "pi_vec": (1000, 3), "european_call": (1.0, 1.0, 0.1, 0.2, 1.0, Z[0]),
        "asian_call": (1.0, 1.0, 0.1, 0.2, 1.0, Z), "random_walk": (X, 64), "ising_energy": (np.sign(Z).astype(np.int8),),
        "bootstrap_means": (X, INDEX), "converged": (X, X + 1e-9, 1e-6),
    },
    "physics": {
        "heat": (Z, 0.1, 4), "wave": (X, 0.1, 5), "accel": (POS, ROW, 1e-3), "leapfrog": (POS, POS * 0, ROW, 0.01, 3),
        "energy": (POS, POS + 1, ROW), "lorenz": (20, 0.01), "bounce": (POS - 0.2, POS - 0.5, 0.7, 0.1),
        "gradient": (Z, 0.1), "divergence_of_gradient": (Z, 0.1),
    },
    "signals": {
        "convolve": (X, Y[:5]), "dft": (X + 1j * Y,), "power": (X + 1j * Y,), "hann": (9,), "windowed": (X,), "rms": (X, 5),
        "peaks": (X, 0.5), "resample": (X, 30), "biquad": (X, 0.1, 0.2, 0.3, 0.4, 0.1), "soft_clip": (X * 3 - 1.5, 1.2),
        "silent": (X, 0.5),
    },
    "stats": {
        "mean_var": (X,), "zscore": (Z,), "covariance": (Z,), "linreg": (X, Y), "residuals": (X, Y), "pearson": (X, Y),
        "kde": (X, Y, 0.1), "moving_average": (X, 5), "ema": (X, 0.3), "has_nan": (Z,), "clip_outliers": (X, 1.0),
        "softmax_rows": (Z,),
    },
}


def numbers(x: Any) -> Any:
    """NumPy's scalars as Python's: these modules annotate results as users do, `-> float`."""
    return tuple(map(numbers, x)) if isinstance(x, tuple) else x.item() if isinstance(x, np.generic) else x


@pytest.mark.parametrize("name", CASES)
def test_results(name: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Results, and arguments afterwards, are the interpreter's."""
    path = TYPICAL / f"{name}.py"
    plain = load(f"{name}_plain", path)
    compiled = load(name, compile_once(path, shared_folder(tmp_path_factory, "typical"), "-O0"))
    for function, args in CASES[name].items():
        expected, got = (numbers(outcome(getattr(module, function), args)) for module in (plain, compiled))
        assert not failed(expected), f"{function}: {expected[0]}"
        for e, g in zip((expected[0], *expected[1]), (got[0], *got[1])):
            wrong = same(e, g, False)
            assert wrong is None, f"{function}: {wrong}"


@pytest.mark.parametrize("stage, words, least", [("plan", "array statement", 6), ("schedule", "ends early", 6),
                                                 ("plan", "when ", 3)])
def test_rewrites_are_met(stage: str, words: str, least: int) -> None:
    """Loops become array statements, searches end early, regions have two versions, in so many of the modules."""
    marks = ("the loop in line", "when ") if stage == "plan" else ("loop ",)
    texts = [run_pycc("--emit", stage, path).stdout for path in sorted(TYPICAL.glob("*.py"))]
    met = [any(line.strip().startswith(marks) and words in line for line in text.splitlines()) for text in texts]
    assert sum(met) >= least, f"{sum(met)} of {len(met)}"
