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

## Verify the release
${key ? signed(key) : unsigned}
\`\`\`sh
sha256sum --check --quiet SHA256SUMS
\`\`\`

## Install or upgrade
- To install: run \`npm ci --omit=dev\` in this folder, then \`node_modules/.bin/licet start\`.
- To run it as a service, in a container, on Kubernetes or behind a proxy: read the page *Installing*. After \`npm ci\` it is
  \`node_modules/licet/files/docs/dist/operations/installing.html\`; a server with \`LICET_DOCS=on\` also shows it at \`/docs\`.
- To upgrade: make a backup, then follow \`upgrading.html\` in the same folder.

## What is in it
| file | content |
| --- | --- |
| \`licet-${version}.tgz\` | the server, its console, the command line and the documentation |
| \`package.json\`, \`package-lock.json\` | install exactly the versions that were tested |
| \`licet-rule\`, \`licet-client\`, \`licet-react\`, \`licet-api\` | the packages for applications |
| \`deploy/\` | recipes: systemd, image, Kubernetes, proxies, watching |
| \`licet.cdx.json\`, \`licences.md\` | the bill of materials (CycloneDX), and the licences |
| \`SHA256SUMS\`${key ? `, \`${signatureFile}\`, \`${publicKeyFile}\`` : ''} | checksums of all files${key ? ', their signature, and the public key that verifies it' : ''} |
`;
}

const signed = (key) => `\`SHA256SUMS\` is signed by the key with this fingerprint:

\`\`\`
${fingerprintOf(key)}
\`\`\`
Compare the fingerprint with one that you got elsewhere: from the publisher of the release, or from the previous release. A forged folder
contains a forged fingerprint too.

\`\`\`sh
openssl pkey -pubin -in ${publicKeyFile} -outform DER | sha256sum
openssl pkeyutl -verify -pubin -inkey ${publicKeyFile} -rawin -in SHA256SUMS -sigfile ${signatureFile}
\`\`\`
The first command prints the fingerprint, and the second prints \`Signature Verified Successfully\`. Then verify the files:
`;

const unsigned = `This release is not signed. Get \`SHA256SUMS\` from the publisher in another way and compare the two. Then verify the files:
`;
