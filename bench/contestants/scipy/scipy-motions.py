#!/usr/bin/env python3
"""SciPy's solvers on hand-derived equations: answers the task of ../task.ts.

    scipy-motions.py dop853|lsoda TASK

The equations are those of equations.h, written with NumPy where a system is long enough for it. DOP853 runs in solve_ivp,
LSODA in odeint, which has less overhead than solve_ivp with the same solver. The settings of the task are relative
tolerances; the absolute one is the same.
"""

import json
import os
import signal
import sys
import time
import warnings
from math import cos, pi, sin, sqrt

os.environ.setdefault('OPENBLAS_NUM_THREADS', '1')

import numpy as np
import scipy
from scipy.integrate import odeint, solve_ivp
from scipy.linalg.lapack import dptsv

PATIENCE = 10  # seconds of processor time after which a motion is given up


class Failure(Exception):
    pass


# ---- the systems: rate(t, y), the start, and (q, v) of y -------------------------------------------------------------

class Pendula:
    """All that hangs: y is the angles of the links from the downward vertical, then their rates."""

    def __init__(self, lengths, gravity, angles):
        self.lengths = np.array(lengths)
        self.gravity = gravity
        self.count = len(lengths)
        self.start = np.concatenate([angles, np.zeros(self.count)])
        self.rate = {1: self.single, 2: self.double}.get(self.count, self.chain)

    def single(self, t, y):
        angle, rate = y.tolist()
        return rate, -self.gravity * sin(angle)

    def double(self, t, y):
        """Lengths 1 and l = sqrt(2), unit masses and gravity."""
        a, b, u, v = y.tolist()
        l, c, s = sqrt(2), cos(a - b), sin(a - b)
        upper, lower = -l * s * v * v - 2 * sin(a), s * u * u - sin(b)
        return u, v, (upper - c * lower) / (2 - c * c), (2 * lower - c * upper) / ((2 - c * c) * l)

    def chain(self, t, y):
        """Tensions from a tridiagonal equation: see chain_rate in equations.h."""
        angle, rate = y[:self.count], y[self.count:]
        turn = np.diff(angle)
        across = np.sin(turn)
        right = rate * rate
        right[0] += self.gravity * cos(angle[0])
        diagonal = np.full(self.count, 2.0)
        diagonal[0] = 1
        tension = dptsv(diagonal, -np.cos(turn), right)[2]
        out = np.empty_like(y)
        out[:self.count] = rate
        second = out[self.count:]
        second[0] = -self.gravity * sin(angle[0])
        second[1:] = -tension[:-1] * across
        second[:-1] += tension[1:] * across
        return out

    def cartesian(self, y):
        angle, rate = y[:self.count], y[self.count:]
        down, across = self.lengths * np.cos(angle), self.lengths * np.sin(angle)
        q = np.cumsum(np.stack([across, -down], axis=1), axis=0)
        v = np.cumsum(np.stack([down * rate, across * rate], axis=1), axis=0)
        return q, v

    def constraints(self, q):
        links = np.diff(q, axis=0, prepend=[[0, 0]])
        return (links**2).sum(axis=1) - self.lengths**2

    def potential(self, q):
        return self.gravity * q[:, 1].sum()


class SixNodes:
    """y is positions, then velocities; the multipliers are eliminated."""

    spring = 5

    def __init__(self):
        q = [[i * sqrt(0.5), i % 2 * sqrt(0.5)] for i in range(6)]
        self.start = np.concatenate([np.ravel(q), np.zeros(12)])

    def rate(self, t, y):
        """d_i . d_i'' = -|d_i'|^2 is a tridiagonal equation for the tensions."""
        q, v = y[:12].reshape(6, 2), y[12:].reshape(6, 2)
        force = np.zeros((6, 2))
        pull = self.spring * (q[2:] - q[:-2])
        force[:-2] += pull
        force[2:] -= pull
        d, u = q[1:] - q[:-1], v[1:] - v[:-1]
        right = (u * u + d * (force[1:] - force[:-1])).sum(axis=1)
        tension = dptsv(2 * (d * d).sum(axis=1), -(d[1:] * d[:-1]).sum(axis=1), right)[2]
        along = tension[:, None] * d
        force[:-1] += along
        force[1:] -= along
        return np.concatenate([y[12:], force.ravel()])

    def cartesian(self, y):
        return y[:12].reshape(6, 2), y[12:].reshape(6, 2)

    def constraints(self, q):
        return 0.5 * ((q[1:] - q[:-1])**2).sum(axis=1) - 0.5

    def potential(self, q):
        return 0.5 * self.spring * ((q[2:] - q[:-2])**2).sum()


class Top:
    """y is the quaternion from body to space (scalar first), then the angular velocity in the body."""

    radius, height, tilt, spin, gravity = 0.5, 1.0, 0.5, 20.0, 9.81

    def __init__(self):
        phase = 2 * pi * np.arange(3) / 3
        self.body = np.stack([self.radius * np.cos(phase), self.radius * np.sin(phase), np.full(3, self.height)], axis=1)
        self.start = np.array([cos(self.tilt / 2), sin(self.tilt / 2), 0, 0, 0, 0, self.spin])
        self.across = 3 * (0.5 * self.radius**2 + self.height**2)
        self.along = 3 * self.radius**2

    def rate(self, t, y):
        a, b, c, d, u, v, w = y.tolist()
        torque = 6 * self.gravity * self.height / (a * a + b * b + c * c + d * d) / self.across
        coupling = (1 - self.along / self.across) * w
        return (0.5 * (-b * u - c * v - d * w), 0.5 * (a * u + c * w - d * v), 0.5 * (a * v + d * u - b * w),
                0.5 * (a * w + b * v - c * u), coupling * v + torque * (c * d + a * b),
                -coupling * u - torque * (b * d - a * c), 0.0)

    def cartesian(self, y):
        turned = lambda r: r + 2 * (y[0] * np.cross(n, r) + np.cross(n, np.cross(n, r))) / (y[:4] @ y[:4])
        n, spin = y[1:4], y[4:]
        return turned(self.body), turned(np.cross(spin, self.body))

    def constraints(self, q):
        sides = q - np.roll(q, 1, axis=0)
        arms = (q * q).sum(axis=1) - self.radius**2 - self.height**2
        return np.concatenate([arms, (sides * sides).sum(axis=1) - 3 * self.radius**2])

    def potential(self, q):
        return self.gravity * q[:, 2].sum()


def system_named(name, links):
    if name == 'pendulum':
        return Pendula([1], 9.81, [1])
    if name == 'double-pendulum':
        return Pendula([1, sqrt(2)], 1, [0, pi / 4])
    if name == 'chain':
        return Pendula([1] * links, 1, np.full(links, pi / 2))
    return SixNodes() if name == 'six-node' else Top()


# ---- the solvers: y at the times, and the steps ----------------------------------------------------------------------

def dop853(system, times, tolerance):
    asked = times if len(times) > 2 else None
    result = solve_ivp(system.rate, (0, times[-1]), system.start, 'DOP853', asked, rtol=tolerance, atol=tolerance)
    if not result.success:
        raise Failure(result.message)
    return result.y.T, len(result.t) - 1


def lsoda(system, times, tolerance):
    y, facts = odeint(system.rate, system.start, times, rtol=tolerance, atol=tolerance, tcrit=times[-1:], mxstep=10**8,
                      tfirst=True, full_output=True)
    if facts['message'] != 'Integration successful.':
        raise Failure(facts['message'])
    return y, int(facts['nst'][-1])


# ---- the protocol ----------------------------------------------------------------------------------------------------

def give_up(number, frame):
    raise Failure(f'given up after {PATIENCE} s of processor time')


def within_patience(solve, *arguments):
    signal.setitimer(signal.ITIMER_PROF, PATIENCE)
    try:
        return solve(*arguments)
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def repeat(motion, milliseconds):
    begin, motions, spent = time.process_time(), 0, 0
    while motions == 0 or spent < 1e-3 * milliseconds:
        y, steps = motion()
        motions += 1
        spent = time.process_time() - begin
    return y, steps, spent / motions


def timed(motion, milliseconds):
    """A tenth of the time is warm-up; a motion that fills all of the time needs none."""
    result = repeat(motion, 0.1 * milliseconds)
    return result if result[2] >= 1e-3 * milliseconds else repeat(motion, milliseconds)


def peak_memory():
    """Bytes. getrusage would count the process that started this one, too, if that was larger."""
    with open('/proc/self/status') as status:
        return next(1024 * int(line.split()[1]) for line in status if line.startswith('VmHWM'))


def answer(solve, system, task, setting):
    until, samples = task['until'], task['samples']
    motion = lambda: within_patience(solve, system, np.array([0, until]), setting)
    steps, seconds, q = 0, 0, np.empty(0)
    if task['milliseconds'] > 0:
        y, steps, seconds = timed(motion, task['milliseconds'])
        q = system.cartesian(y[-1])[0].ravel()
    if not np.isfinite(q).all():
        raise Failure('the positions are not finite')
    states = []
    if samples > 0:
        rows, _ = within_patience(solve, system, np.linspace(0, until, samples + 1), setting)
        states = [system.cartesian(row) for row in rows]
    return {
        'seconds': seconds,
        'steps': steps,
        'q': q.tolist(),
        'energies': [0.5 * (v * v).sum() + system.potential(at) for at, v in states],
        'constraint': max((abs(system.constraints(at)).max() for at, _ in states), default=0),
        'memory': peak_memory(),
    }


def main():
    if sys.argv[1:] == ['version']:
        return print(f'SciPy {scipy.__version__}, NumPy {np.__version__}, Python {sys.version.split()[0]}')
    warnings.simplefilter('ignore')
    # ODEPACK writes its warnings between the answers: they go to stderr.
    answers = os.fdopen(os.dup(1), 'w')
    os.dup2(2, 1)
    signal.signal(signal.SIGPROF, give_up)
    solve, task = {'dop853': dop853, 'lsoda': lsoda}[sys.argv[1]], json.loads(sys.argv[2])
    system = system_named(task['system'], task['links'])
    for setting in task['settings']:
        try:
            reply = answer(solve, system, task, setting)
        except Failure as failure:
            reply = {'failure': str(failure)}
        print(json.dumps(reply), file=answers, flush=True)


main()
