// Builds the images of deploy/image/Dockerfile without an image registry, and writes their file systems to folders. mmdebstrap makes the
// base images from Debian's packages, and buildah executes the Dockerfile itself.
// Usage: npx node scripts/image.ts RELEASE TARGET
//   RELEASE: a folder made by scripts/release.mjs; TARGET: an existing folder
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { installDebianPackages } from './debian-packages.ts';
import { pinnedNode } from './install.mjs';

export interface ImageConfig {
  readonly User: string;
  readonly Env: readonly string[];
  readonly Entrypoint: readonly string[];
  readonly Cmd: readonly string[];
  readonly WorkingDir: string;
  readonly Healthcheck: { readonly Test: readonly string[] };
  readonly Volumes: Readonly<Record<string, unknown>>;
}

export interface Image {
  readonly config: ImageConfig;
  readonly megabytes: number;
}

/** Returns the reason why images cannot be built here, or undefined. First installs missing programs if the user has the permission. */
export function imagesMissing(): string | undefined {
  if (process.getuid?.() !== 0) return 'building images takes root here';
  const needed = ['mmdebstrap', 'buildah'];
  const isInstalled = () => needed.every((name) => existsSync(`/usr/bin/${name}`));
  if (!isInstalled()) installDebianPackages(...needed);
  return isInstalled()
    ? undefined
    : `there is no ${needed.join(' or no ')} on this machine, and they cannot be installed`;
}

/**
 * Builds both images.
 * @param release the folder that `scripts/release.mjs` made
 * @param place an existing folder. Writes the file systems to its subfolders `embedded/` and `external/`.
 * @returns the configuration of each image, and its size in megabytes
 */
export function buildImages(release: string, place: string): Readonly<Record<'embedded' | 'external', Image>> {
  const work = mkdtempSync(join(tmpdir(), 'licet-images-'));
  const buildah = (...args: readonly string[]) =>
    ran('buildah', ['--storage-driver=vfs', `--root=${work}/store`, `--runroot=${work}/run`, ...args], release);
  const begin = (name: string, lay: (folder: string) => void) => {
    const folder = join(work, name);
    lay(folder);
    const container = buildah('from', 'scratch');
    buildah('add', '--quiet', container, folder, '/');
    buildah('commit', '--quiet', '--rm', container, `localhost/${name}`);
    rmSync(folder, { recursive: true, force: true });
    return `localhost/${name}`;
  };
  try {
    const images = {
      NODE_IMAGE: begin('node', layNode),
      BASE_IMAGE: begin('base', layBase),
    };
    const given = Object.entries(images).flatMap(([name, image]) => ['--build-arg', `${name}=${image}`]);
    const made = (target: string): Image => {
      const recipe = ['-f', 'deploy/image/Dockerfile', '--target', target, '-t', `licet:${target}`];
      buildah(
        'bud',
        '--isolation=chroot',
        '--network=host',
        '--format=docker',
        '--pull-never',
        ...given,
        ...recipe,
        '.',
      );
      const { config } = JSON.parse(buildah('inspect', '--type=image', `licet:${target}`)).Docker;
      const container = buildah('from', '--pull-never', `licet:${target}`);
      cpSync(buildah('mount', container), join(place, target), { recursive: true, verbatimSymlinks: true });
      buildah('rm', container);
      const size = ran('du', ['-s', '--apparent-size', '--block-size=1000000', join(place, target)]);
      return { config, megabytes: Number(size.split('\t')[0]) };
    };
    return { embedded: made('embedded'), external: made('external') };
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** The documentation folders that debian:bookworm-slim omits. */
const slim = ['doc', 'man', 'info', 'locale', 'lintian', 'linda'];

/** The packages of distroless's image "cc". */
const few = [
  'base-files',
  'netbase',
  'tzdata',
  'ca-certificates',
  'libc6',
  'libssl3',
  'libgcc-s1',
  'libgomp1',
  'libstdc++6',
];

/**
 * Writes a small Debian to a folder: the usual Debian without its documentation, with the given packages.
 * @param folder must not exist yet
 */
export function layDebian(folder: string, packages: readonly string[] = []): void {
  const without = slim.map((name) => `--dpkgopt=path-exclude=/usr/share/${name}/*`);
  const more = packages.length > 0 ? [`--include=${packages.join(',')}`] : [];
  ran('mmdebstrap', ['--quiet', '--variant=minbase', ...without, ...more, 'bookworm', folder]);
  forgetPackages(folder);
}

/** Writes a replacement for the Dockerfile's `NODE_IMAGE`: a small Debian with Node and npm. */
export function layNode(folder: string, packages: readonly string[] = []): void {
  layDebian(folder, packages);
  addNode(folder);
}

/** Writes a replacement for the Dockerfile's `BASE_IMAGE`: a few packages that are unpacked but not configured. */
export function layBase(folder: string): void {
  ran('mmdebstrap', ['--quiet', '--variant=extract', `--include=${few.join(',')}`, 'bookworm', folder]);
  for (const name of ['doc', 'man', 'locale'])
    rmSync(join(folder, 'usr/share', name), { recursive: true, force: true });
  forgetPackages(folder);
}

function forgetPackages(folder: string): void {
  for (const name of ['var/lib/apt/lists', 'var/cache/apt'])
    rmSync(join(folder, name), { recursive: true, force: true });
}

/**
 * Adds Node and npm at the paths of the image "node". Also adds the certificates that this machine trusts, because its registry may need
 * them.
 */
function addNode(folder: string): void {
  const local = join(folder, 'usr/local');
  cpSync(realpathSync(pinnedNode()), join(local, 'bin/node'));
  const npm = dirname(dirname(realpathSync(ran('sh', ['-c', 'command -v npm']))));
  cpSync(npm, join(local, 'lib/node_modules/npm'), { recursive: true });
  for (const name of ['npm', 'npx'])
    ran('ln', ['-s', `../lib/node_modules/npm/bin/${name}-cli.js`, join(local, 'bin', name)]);
  mkdirSync(join(folder, 'etc/ssl/certs'), { recursive: true });
  const trusted = '/etc/ssl/certs/ca-certificates.crt';
  if (!existsSync(trusted)) return;
  cpSync(trusted, join(folder, trusted));
  mkdirSync(join(local, 'etc'), { recursive: true });
  ran('sh', ['-c', `echo 'cafile = ${trusted}' > ${join(local, 'etc/npmrc')}`]);
}

function ran(program: string, args: readonly string[], cwd?: string): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    ...(cwd && { cwd }),
    encoding: 'utf8',
    maxBuffer: 1e8,
  });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}\n${error?.message ?? ''}${stdout}${stderr}`);
  return stdout.trim();
}

if (process.argv[1] && realpathSync(process.argv[1]) === import.meta.filename) {
  const [release, place] = process.argv.slice(2).map((it) => resolve(it));
  const usage = 'Usage: npx node scripts/image.ts RELEASE TARGET';
  const problem = release === undefined || place === undefined ? usage : imagesMissing();
  if (release === undefined || place === undefined || problem !== undefined) {
    console.error(problem);
    process.exit(2);
  }
  for (const [name, { megabytes }] of Object.entries(buildImages(release, place)))
    console.log(`${name} ${megabytes} MB`);
}
