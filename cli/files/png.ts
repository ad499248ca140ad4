// SVG to PNG with the figures' own font, so that the picture is the same on a machine without fonts. The renderer and the font
// are optional packages: 17 MB that only PNG files need.

import { createRequire } from 'node:module';
import type { Resvg } from '@resvg/resvg-js';
import { isMissing, missingPackages } from './optional-packages.ts';
import { writeWhole } from './output-file.ts';

const fonts = ['DejaVuSans.ttf', 'DejaVuSans-Bold.ttf', 'DejaVuSans-Oblique.ttf'];
const packages = ['@resvg/resvg-js', 'dejavu-fonts-ttf'];

/** The picture at `scale` pixels for each unit of the SVG; a user error where the packages are not installed. */
export function svgToPng(svg: string, scale = 2): Uint8Array {
  const require = createRequire(import.meta.url);
  try {
    const renderer = require('@resvg/resvg-js') as { Resvg: typeof Resvg };
    const picture = new renderer.Resvg(svg, {
      fitTo: { mode: 'zoom', value: scale },
      font: {
        fontFiles: fonts.map(file => require.resolve(`dejavu-fonts-ttf/ttf/${file}`)),
        loadSystemFonts: false,
        defaultFontFamily: 'DejaVu Sans',
      },
    });
    return picture.render().asPng();
  } catch (error) {
    throw isMissing(error, packages) ? missingPackages('PNG files', packages) : error;
  }
}

/** Whether PNG files can be written here; says on standard error what to install if not. */
export function canWritePng(): boolean {
  const require = createRequire(import.meta.url);
  try {
    for (const name of packages) require.resolve(name === packages[1] ? `${name}/ttf/${fonts[0]}` : name);
    return true;
  } catch {
    console.error(`note: ${missingPackages('PNG files', packages).message}`);
    return false;
  }
}

/** Writes PATH.svg, and PATH.png where that is possible, for each figure; returns the files. */
export function writeFigureFiles(figures: Readonly<Record<string, string>>): string[] {
  const withPng = canWritePng();
  return Object.entries(figures).flatMap(([path, svg]) => {
    writeWhole(`${path}.svg`, svg);
    if (!withPng) return [`${path}.svg`];
    writeWhole(`${path}.png`, svgToPng(svg));
    return [`${path}.svg`, `${path}.png`];
  });
}
