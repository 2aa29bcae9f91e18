/** What an image is run with. */
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
/** Why they cannot be built here; undefined when they can. */
export function imagesMissing(): string | undefined;
/** Builds both images from a release, and lays their file systems out below a folder. */
export function buildImages(release: string, place: string): Readonly<Record<'embedded' | 'external', Image>>;
/** Lays a small Debian out in a folder that is not there yet, with packages of choice. */
export function layDebian(folder: string, packages?: readonly string[]): void;
/** The same with Node and npm: what `NODE_IMAGE` of the Dockerfile is. */
export function layNode(folder: string, packages?: readonly string[]): void;
/** What `BASE_IMAGE` of the Dockerfile is: a few packages that are unpacked and no more. */
export function layBase(folder: string): void;
