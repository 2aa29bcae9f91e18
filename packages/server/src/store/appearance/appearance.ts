import { type Appearance, type Picture, type PictureType, pictureUses } from '@licet/contract';
import type { Change } from '../kernel/change.ts';
import { present } from '../kernel/facts.ts';
import type { Queryable } from '../kernel/pool.ts';
import { fragment, sql } from '../kernel/sql.ts';

/** A picture with its content. */
export interface StoredPicture {
  readonly hash: string;
  readonly type: PictureType;
  readonly width: number;
  readonly height: number;
  readonly bytes: Buffer;
}

/** The path under which a picture is served. It contains the hash of the picture. */
export const pictureAddress = ({ hash, type }: Pick<StoredPicture, 'hash' | 'type'>): string =>
  `/appearance/${hash}.${type === 'image/png' ? 'png' : 'webp'}`;

/** The appearance of the sign-in pages, outside the console. */
export interface ShownAppearance extends Omit<Appearance, 'version'> {
  /** The organisation's name. */
  readonly organisation: string;
}

export async function findAppearance(connection: Queryable): Promise<Appearance> {
  const { organisation: _, ...appearance } = await findShownAppearance(connection);
  return appearance;
}

export async function findShownAppearance(
  connection: Queryable,
): Promise<ShownAppearance & Pick<Appearance, 'version'>> {
  const shown = fragment(
    ['logo', 'logo_dark', 'icon']
      .map(
        (use) => `(select json_build_object('hash', p.hash, 'type', p.type, 'width', p.width, 'height', p.height,
        'bytes', octet_length(p.bytes)) from pictures p where p.hash = a.${use}) as ${use}`,
      )
      .join(', '),
  );
  const { rows } = await connection.query<Row>(sql`
    select s.organisation, a.accent, a.accent_dark, coalesce(a.version, 0) as version, ${shown}
    from (select 1) one left join settings s on ${present('s')} left join appearance a on true`);
  const { organisation, accent, accent_dark: accentDark, version, logo, logo_dark: logoDark, icon } = rows[0] ?? none;
  return {
    organisation: organisation ?? '',
    accent,
    accentDark,
    logo: pictureOf(logo),
    logoDark: pictureOf(logoDark),
    icon: pictureOf(icon),
    version: Number(version),
  };
}

/** The picture with that hash, if it is in use. */
export async function findPicture(connection: Queryable, hash: string): Promise<StoredPicture | undefined> {
  const { rows } = await connection.query<StoredPicture>(
    sql`select hash, type, width, height, bytes from pictures where hash = ${hash}`,
  );
  return rows[0];
}

/** Sets the appearance of the pages and deletes pictures that are no longer used. */
export async function setAppearance(
  { connection, no }: Change,
  { accent, accentDark }: Pick<Appearance, 'accent' | 'accentDark'>,
  pictures: { readonly [Use in (typeof pictureUses)[number]]: StoredPicture | string | null },
): Promise<void> {
  const hashes: (string | null)[] = [];
  for (const use of pictureUses) {
    const picture = pictures[use];
    if (picture !== null && typeof picture !== 'string')
      await connection.query(sql`
        insert into pictures (hash, type, width, height, bytes)
        values (${picture.hash}, ${picture.type}, ${picture.width}, ${picture.height}, ${picture.bytes}) on conflict do nothing`);
    hashes.push(typeof picture === 'string' || picture === null ? picture : picture.hash);
  }
  const [logo, logoDark, icon] = hashes;
  await connection.query(sql`delete from appearance`);
  await connection.query(sql`
    insert into appearance (accent, accent_dark, logo, logo_dark, icon, version)
    values (${accent}, ${accentDark}, ${logo}, ${logoDark}, ${icon}, ${no})`);
  await connection.query(
    sql`delete from pictures where not hash = any(${hashes.filter((hash) => hash !== null)}::text[])`,
  );
}

type Shown = Omit<StoredPicture, 'bytes'> & { readonly bytes: number };
interface Row {
  readonly organisation: string | null;
  readonly accent: string | null;
  readonly accent_dark: string | null;
  readonly version: string | number;
  readonly logo: Shown | null;
  readonly logo_dark: Shown | null;
  readonly icon: Shown | null;
}

const none: Row = {
  organisation: null,
  accent: null,
  accent_dark: null,
  version: 0,
  logo: null,
  logo_dark: null,
  icon: null,
};

function pictureOf(shown: Shown | null): Picture | null {
  if (shown === null) return null;
  const { type, width, height, bytes } = shown;
  return { address: pictureAddress(shown), type, width, height, bytes };
}
