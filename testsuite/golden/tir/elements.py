"""Element accesses and views: INDEX before LOAD, chains of subscripts are one access."""


def chained(a: 'f64[:, :]', i: int, j: int) -> 'f64':
    return a[i][j] + a[-1, j]


def chained_store(a: 'f64[:, :, :]', i: int) -> None:
    a[i, 0][1] = a[i][0][2]


def update(a: 'f32[:]', i: int, x: float) -> None:
    a[i + 1] *= x
    a[i + 1] -= 1


def indices_first(a: 'f64[:, :]', n: int) -> 'f64':
    return a[n // 2, n % 3]


def views(a: 'f64[:, :]', k: int) -> 'f64':
    row = a[k]
    column = a[1:-1:2, k]
    last = a[..., -1]
    new = a[None, :, k]
    return row[0] + column[0] + last[0] + new[0, 0] + a.T[0, k]


def of_view(a: 'f64[:, :]', k: int) -> int:
    return len(a[k][::k])


def rank_zero(a: 'f64[()]') -> 'f64':
    a[()] = a[()] + 1
    return a[()]
