// In the browser: a pendulum drawn on a canvas, a step for each frame, and what it conserves.

import { createMethod, load } from 'cotangent';

const pendulum = load(`
coordinates: [x, y]
mass: 1
potential: y
constraints: { rod: x^2 + y^2 = 1 }
initial: { x: 1 }
`);
const flow = createMethod(pendulum, 'rattle');
const canvas = document.querySelector('canvas');
const text = document.querySelector('p');
let [z, next] = [Float64Array.from(pendulum.initial), new Float64Array(4)];

function frame(): void {
  flow.step(z, 0.02, next);
  [z, next] = [next, z];
  const pen = canvas?.getContext('2d');
  if (!pen) return;
  pen.clearRect(0, 0, 300, 300);
  pen.beginPath();
  pen.moveTo(150, 150);
  pen.lineTo(150 + 120 * z[0], 150 - 120 * z[1]);
  pen.stroke();
  if (text)
    text.textContent = `energy ${pendulum.H.value(z).toFixed(6)}, rod ${Math.hypot(z[0], z[1]).toFixed(12)}`;
  requestAnimationFrame(frame);
}
frame();
