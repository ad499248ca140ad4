import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

/** A static site that any host can serve from any path. */
export default defineConfig({
  root: fileURLToPath(new URL('studio', import.meta.url)),
  base: './',
  build: { outDir: '../dist/studio', emptyOutDir: true, target: 'es2022' },
  worker: { format: 'es' },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
});
