// Entry point of the studio: renders the page.

import { render } from 'preact';
import { App } from './app.tsx';
import './style/base.css';
import './style/controls.css';
import './style/motion.css';

const root = document.getElementById('app');
if (root) render(<App />, root);
