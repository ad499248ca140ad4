# Reference solutions of the test problems in problems.ts, from mpmath's Taylor series at 30 digits.
from mpmath import mp, mpf, odefun, sin

mp.dps = 30
half = mpf(1) / 2

def pendulum(t, z):
    q, p = z
    return [p, -sin(q)]

def henon_heiles(t, z):
    x, y, u, v = z
    return [u, v, -x - 2 * x * y, -y - x * x + y * y]

def product(t, z):
    q, p = z
    return [(q * q + 1) * p, -q * (p * p + 1)]

def coupled(t, z):
    x, y, u, v = z
    return [u + half * x * y, v * (1 + x * x), -(x * v * v + x + half * y * u), -(y ** 3 + half * x * u)]

def kepler(t, z):
    x, y, u, v = z
    r3 = (x * x + y * y) ** (3 * half)
    return [u, v, -x / r3, -y / r3]

for f, z0, T in [
    (pendulum, ['1.5', '0.5'], 2),
    (henon_heiles, ['0.3', '-0.2', '0.25', '0.4'], 2),
    (product, ['0.6', '0.4'], 2),
    (coupled, ['0.5', '0.3', '-0.4', '0.6'], 2),
    (kepler, ['0.7', '0', '0', '1.3'], 5),
]:
    z = odefun(f, 0, [mpf(x) for x in z0])(T)
    print(f.__name__, T, [mp.nstr(x, 20) for x in z])
