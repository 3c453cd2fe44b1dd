import { execFile } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const CONFIG = 'functions/back-office/page/vite.config.ts';

/** Builds the back office's page as it is deployed; returns the folder that it is in. */
export async function buildPage(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'back-office-page-'));
  const vite = ['node_modules/vite/bin/vite.js', 'build', '--config', CONFIG, '--outDir', directory];
  await promisify(execFile)(process.execPath, vite);
  return directory;
}
