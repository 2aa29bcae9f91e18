import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** @returns the path of a Chromium, installed from the distribution's packages when this user may; else undefined */
export function findChromium() {
  return named() ?? onPath() ?? installed();
}

function named() {
  const path = process.env.CHROMIUM_PATH;
  return path && existsSync(path) ? path : undefined;
}

function onPath() {
  const directories = (process.env.PATH ?? '').split(delimiter);
  const places = names.flatMap((name) => directories.map((directory) => join(directory, name)));
  return places.find((place) => existsSync(place));
}

function installed() {
  if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).status !== 0) return undefined;
  console.log('Installing Chromium (apt-get) …');
  const options = {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  };
  spawnSync('apt-get', ['update', '-qq'], options);
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], options);
  return onPath();
}
