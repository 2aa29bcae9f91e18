// Makes the README, the signature and the public key of a release.
import { createHash, createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const publicKeyFile = 'release-key.pem';
export const signatureFile = 'SHA256SUMS.sig';

/**
 * Reads the private Ed25519 key of a release from PEM.
 * @throws Error with a sentence if the file contains no key or a key of another kind
 */
export function readReleaseKey(file) {
  try {
    const key = createPrivateKey(readFileSync(file));
    if (key.asymmetricKeyType === 'ed25519') return key;
  } catch (error) {
    throw new Error(`The key of the release cannot be read from ${file}: ${error.message}`);
  }
  throw new Error(
    `${file} holds no Ed25519 key. Make one with: openssl genpkey -algorithm ed25519 -out release-private.pem`,
  );
}

/** Signs the checksums of a release, and adds the public key. */
export function signSums(folder, key) {
  writeFileSync(join(folder, signatureFile), sign(null, readFileSync(join(folder, 'SHA256SUMS')), key));
}

export const publicKeyOf = (key) => createPublicKey(key).export({ type: 'spki', format: 'pem' });

/**
 * Returns the fingerprint that people compare: the SHA-256 of the public key, as `openssl pkey -pubin -outform DER |
 * sha256sum` prints it.
 */
export function fingerprintOf(key) {
  const der = createPublicKey(key).export({ type: 'spki', format: 'der' });
  return createHash('sha256').update(der).digest('hex');
}

export function releaseReadme({ version, key }) {
  return `# Licet ${version}

## Look at what you were handed
${key ? signed(key) : unsigned}
\`\`\`sh
sha256sum --check --quiet SHA256SUMS
\`\`\`

## Install or upgrade
- A new installation: \`npm ci --omit=dev\` in this folder, then \`node_modules/.bin/licet start\`. As a service, in a container, on Kubernetes and behind
  a proxy: the page *Installing*, after \`npm ci\` in \`node_modules/licet/files/docs/dist/operations/installing.html\`, and at \`/docs\` of a server with
  \`LICET_DOCS=on\`.
- An upgrade: make a backup first. The steps stand on the page *Upgrading*, beside the other one.

## What is in it
| file | what it is |
| --- | --- |
| \`licet-${version}.tgz\` | the server, its console, the command line and the documentation |
| \`package.json\`, \`package-lock.json\` | install exactly the packages that were tested |
| \`licet-rule\`, \`licet-client\`, \`licet-react\`, \`licet-api\` | the packages for applications |
| \`deploy/\` | recipes: systemd, image, Kubernetes, proxies, watching |
| \`licet.cdx.json\`, \`licences.md\` | the bill of materials (CycloneDX), and the licences |
| \`SHA256SUMS\`${key ? `, \`${signatureFile}\`, \`${publicKeyFile}\`` : ''} | checksums of it all${key ? ', their signature, and the key to check that by' : ''} |
`;
}

const signed = (key) => `\`SHA256SUMS\` is signed by the key with this fingerprint:

\`\`\`
${fingerprintOf(key)}
\`\`\`
Compare it with the one that you know from whoever makes your releases, or from the release before: not from this folder alone.

\`\`\`sh
openssl pkey -pubin -in ${publicKeyFile} -outform DER | sha256sum
openssl pkeyutl -verify -pubin -inkey ${publicKeyFile} -rawin -in SHA256SUMS -sigfile ${signatureFile}
\`\`\`
The first prints the fingerprint, the second \`Signature Verified Successfully\`. Then the files:
`;

const unsigned = `This release is not signed. Compare \`SHA256SUMS\` with the one that whoever made the release gives you by another way, then the files:
`;
