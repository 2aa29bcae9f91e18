import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { installDebianPackages } from './debian-packages.ts';

/** Chromium without windows. Tests with it take a fifth less processor time. */
const shell = 'chromium-headless-shell';
const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** @returns the path of a Chromium, or undefined. Installs Chromium from the distribution's packages if the user has the permission. */
export function findChromium(): string | undefined {
  return named() ?? onPath([shell]) ?? installed(shell) ?? onPath(names) ?? installed('chromium');
}

function named(): string | undefined {
  const path = process.env.CHROMIUM_PATH;
  return path && existsSync(path) ? path : undefined;
}

function onPath(names: readonly string[]): string | undefined {
  const directories = (process.env.PATH ?? '').split(delimiter);
  const places = names.flatMap((name) => directories.map((directory) => join(directory, name)));
  return places.find((place) => existsSync(place));
}

function installed(name: string): string | undefined {
  if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).status !== 0) return undefined;
  console.log(`Installing ${name} (apt-get) …`);
  installDebianPackages(name);
  return onPath([name]);
}
