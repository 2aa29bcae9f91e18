/**
 * A hash as a PHC string, from common forms: PHC strings, bcrypt, Django's (`pbkdf2_sha256$…`) and passlib's
 * (`$pbkdf2-sha256$29000$…`). Anything else stays unchanged; the server reports it as unknown.
 */
export function phcOf(text: string): string {
  const hash = text.trim();
  const django = /^pbkdf2_(sha1|sha256|sha512)\$(\d+)\$([^$]+)\$([^$]+)$/.exec(hash);
  if (django) return `$pbkdf2-${django[1]}$i=${django[2]}$${ofText(django[3] ?? '')}$${bare(django[4] ?? '')}`;
  const scrypt = /^scrypt\$(\d+)\$([^$]+)\$(\d+)\$(\d+)\$([^$]+)$/.exec(hash);
  if (scrypt) {
    const [, cost, salt = '', r, p, digest = ''] = scrypt;
    return `$scrypt$ln=${Math.log2(Number(cost))},r=${r},p=${p}$${ofText(salt)}$${bare(digest)}`;
  }
  const inner = /^(argon2|bcrypt|bcrypt_sha256)\$(.+)$/.exec(hash);
  if (inner) {
    const [, kind, rest = ''] = inner;
    if (kind === 'argon2') return `$${rest}`;
    return kind === 'bcrypt' ? rest : `$bcrypt-sha256${rest}`;
  }
  const passlib = /^\$pbkdf2(-sha256|-sha512)?\$(\d+)\$([A-Za-z0-9./]+)\$([A-Za-z0-9./]+)$/.exec(hash);
  if (passlib) {
    const [, kind = '-sha1', passes, salt = '', digest = ''] = passlib;
    return `$pbkdf2${kind}$i=${passes}$${salt.replaceAll('.', '+')}$${digest.replaceAll('.', '+')}`;
  }
  return hash;
}

/** Base64 of either alphabet, without padding. */
export const bare = (base64: string): string => base64.replace(/=+$/, '').replaceAll('-', '+').replaceAll('_', '/');

const ofText = (salt: string) => bare(Buffer.from(salt).toString('base64'));
