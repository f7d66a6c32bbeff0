"""Pythran's comments: the functions have no annotations at all."""

#pythran export heat(float64[:,:], float, int)
def heat(u, k, steps):
    """Return a grid after some steps of the equation of heat; the rim stays as it is."""
    u = u.copy()
    for _ in range(steps):
        u[1:-1, 1:-1] += k * (u[2:, 1:-1] + u[:-2, 1:-1] + u[1:-1, 2:] + u[1:-1, :-2] - 4 * u[1:-1, 1:-1])
    return u
