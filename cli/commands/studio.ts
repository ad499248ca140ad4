// cotangent studio: the browser app, served on this machine.

import { existsSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Command } from 'commander';
import { staticServer } from '../files/static-server.ts';
import { parsePort } from '../options.ts';
import { packageFolder } from '../package-folder.ts';
import { UserError } from '../user-error.ts';

const usualPort = 4173;

export function studioCommand(program: Command): void {
  program
    .command('studio')
    .description('open the browser studio: write a system, watch it move, see what is conserved')
    .option('--port <number>', 'port of the server', parsePort, usualPort)
    .addHelpText(
      'after',
      '\nThe studio is a static site: the folder dist/studio can be put on any web host.\nExample: cotangent studio --port 8080',
    )
    .action(serve);
}

async function serve({ port }: { readonly port: number }): Promise<void> {
  const server = staticServer(await builtStudio(packageFolder));
  await new Promise<void>((resolve, reject) => {
    server.once('error', error =>
      reject(new UserError(`port ${port} cannot be used: ${error.message}; try --port`)),
    );
    server.listen(port, '127.0.0.1', resolve);
  });
  const { port: used } = server.address() as AddressInfo;
  console.log(`The studio is at http://localhost:${used}/   (Ctrl-C ends it)`);
}

/** The folder of the site. A package has it compressed; a checkout makes it when it is first wanted. */
async function builtStudio(root: string): Promise<string> {
  const folder = join(root, 'dist', 'studio');
  if (existsSync(join(folder, 'index.html'))) return folder;
  const compressed = `${folder}.br`;
  if (existsSync(join(compressed, 'index.html.br'))) return compressed;
  if (!existsSync(join(root, 'studio', 'index.html')))
    throw new UserError(`the studio is missing from ${folder}; install Cotangent again`);
  console.error('Building the studio …');
  try {
    const { build } = await import('vite');
    await build({ configFile: join(root, 'vite.config.ts'), logLevel: 'error' });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UserError(
      `the studio could not be built: ${reason}; try npm install, then npm run build:studio`,
    );
  }
  return folder;
}
