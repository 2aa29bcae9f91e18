import { type DirectoryLine, limits } from '@licet/contract';
import { UsageError } from '../command.ts';
import { bare } from './hashes.ts';
import { jsonMembers } from './json-members.ts';
import { displayName } from './names.ts';
import type { Plan } from './plan.ts';
import { type Fields, fieldsOf, listIn, textIn } from './records.ts';
import type { SourceFile } from './source.ts';

/** Users as `firebase auth:export` writes them in JSON, and the parameters of the project’s hashes. */
export async function* fromFirebase(
  users: SourceFile,
  plan: Plan,
  config: SourceFile | undefined,
): AsyncGenerator<DirectoryLine> {
  const hashing = config ? readConfig(await wholeOf(config)) : undefined;
  for await (const { value } of jsonMembers(users.pieces(), { users: 'each' })) {
    const user = fieldsOf(value);
    const email = textIn(user, 'email');
    const who = email ?? textIn(user, 'phoneNumber', 'localId') ?? '';
    if (listIn(user, 'providerUserInfo').some(({ providerId }) => providerId !== 'password' && providerId !== 'phone'))
      plan.leave('Links to other identity providers', who);
    if (textIn(user, 'customAttributes'))
      plan.leave('Custom claims (Licet keeps roles and permissions in their place)', who);
    if (listIn(user, 'mfaInfo').length > 0) plan.leave('Second factors by telephone', who);
    const line = plan.line({
      username: email,
      email,
      verified: user.emailVerified === true,
      name: displayName(textIn(user, 'displayName')),
      suspended: user.disabled === true,
      password: passwordOf(user, who, hashing, plan),
    });
    if (line) yield line;
  }
}

interface FirebaseHashing {
  readonly signer: string;
  readonly separator: string;
  readonly rounds: number;
  readonly memory: number;
}

function passwordOf(user: Fields, who: string, hashing: FirebaseHashing | undefined, plan: Plan): string | undefined {
  const [hash, salt] = [textIn(user, 'passwordHash'), textIn(user, 'salt')];
  if (hash === undefined) return undefined;
  if (!hashing)
    throw new UsageError(
      'The file has passwords. Name the file with the project’s hash parameters with --hash-config.',
    );
  if (salt === undefined) {
    plan.leave('Passwords that Firebase itself had imported from elsewhere', who);
    return undefined;
  }
  const { signer, separator, rounds, memory } = hashing;
  return `$firebase-scrypt$ln=${memory},r=${rounds}$${bare(salt)}$${separator}$${signer}$${bare(hash)}`;
}

/** As the console of Firebase shows it: `base64_signer_key: …,` a line each. */
function readConfig(text: string): FirebaseHashing {
  const parameter = (name: string) => {
    const [, value] = new RegExp(`["']?${name}["']?\\s*[:=]\\s*["']?([\\w+/=-]+)`).exec(text) ?? [];
    if (value === undefined) throw new UsageError(`The hash parameters do not say ${name}. Copy all of them.`);
    return value;
  };
  if (parameter('algorithm') !== 'SCRYPT') throw new UsageError('Only the algorithm SCRYPT of Firebase is known here.');
  return {
    signer: bare(parameter('base64_signer_key')),
    separator: bare(parameter('base64_salt_separator')),
    rounds: Number(parameter('rounds')),
    memory: Number(parameter('mem_cost')),
  };
}

async function wholeOf(file: SourceFile): Promise<string> {
  let text = '';
  for await (const piece of file.pieces()) {
    text += piece;
    if (text.length > limits.publicBodyBytes.value)
      throw new UsageError('The file of the hash parameters is too long.');
  }
  return text;
}
