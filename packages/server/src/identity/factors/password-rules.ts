import { codePoints, type FieldError, foldIdentity, licetApplication, limits } from '@licet/contract';
import { fault, refuseFault } from '../../refusal.ts';
import { normalise } from './hashing.ts';

const words = [
  'password passw0rd pa55word p4ssword passwort contrasena motdepasse wachtwoord senha123 parola123',
  'correcthorsebatterystaple thisisapassword mypassword yourpassword newpassword oldpassword temppassword',
  'defaultpassword adminpassword rootpassword userpassword testpassword secretpassword changepassword',
  'iloveyou iloveyou1 iloveyou2 iloveu123 loveyou1 ihateyou trustno1 letmein1 letmein123 letmeinnow openseasame opensesame',
  'welcome1 welcome123 welcome2 welcometo welcomeback changeme changeme1 changeme123 changeit default1',
  'administrator administrador adminadmin admin123 admin1234 rootroot root1234 superuser superadmin sysadmin sysadmin1',
  'username login123 signin123 guest123 guestguest testtest test1234 testing1 testing123 example1 sample123 demo1234',
  'sunshine princess football baseball basketball superman batman123 spiderman ironman1 starwars startrek pokemon1 pikachu1',
  'dragon123 monkey123 shadow123 master123 masterkey michelle michael1 jennifer jessica1 ashley123 charlie1 jordan23',
  'computer internet keyboard monitor1 samsung1 motorola nokia123 iphone123 android1 windows1 windows10 linux123 macintosh',
  'google123 facebook facebook1 twitter1 linkedin linkedin1 youtube1 instagram whatsapp telegram microsoft amazon123',
  'whatever whatever1 whatsup1 nothing1 anything something somebody secret123 topsecret mysecret private1 security',
  'liverpool chelsea1 arsenal1 barcelona realmadrid manchester juventus bayernmunchen manutd123',
  'mercedes porsche1 ferrari1 corvette mustang1 chevrolet harley123 yamaha123 hondacivic toyota123',
  'summer2020 summer2021 summer2022 summer2023 summer2024 summer2025 summer2026 winter2020 winter2021 winter2022 winter2023',
  'winter2024 winter2025 winter2026 spring2024 spring2025 spring2026 autumn2024 autumn2025 autumn2026 january1 february',
  'september november december thursday saturday wednesday birthday christmas halloween newyear1',
  'alexander elizabeth christopher stephanie nicholas benjamin catherine jonathan samantha victoria danielle',
  'california newyork1 london123 berlin123 paris123 amsterdam australia germany1 england1 america1',
  'butterfly chocolate cheesecake strawberry blueberry pineapple elephant dolphin1 tinkerbell hellokitty snoopy123',
  'qwerty123 qwerty12 qwerty1234 qwertyuiop qwerasdf asdfasdf asdfghjkl asdf1234 zxcvbnm1 zxcvbnm123 qweasdzxc qweqweqwe',
  'abcd1234 abc12345 a1b2c3d4 a1b2c3d4e5 aa123456 a123456789 1qaz2wsx 1q2w3e4r 1q2w3e4r5t zaq12wsx q1w2e3r4 qazwsxedc',
  '12345678 123456789 1234567890 87654321 987654321 0987654321 11111111 00000000 88888888 12341234 12121212 123123123',
  '123454321 11223344 112233445566 147258369 159753456 789456123 741852963 963852741 456456456 31415926 314159265358979',
  'jesuschrist jesus123 blessed1 heavenly godisgood jesusisgood ilovegod ilovejesus ilovemymom ilovemyfamily',
  'fuckyou1 fuckyou2 fuckoff1 asshole1 bullshit motherfucker badass123 killer123 hunter123 ranger123',
  'minecraft fortnite counterstrike worldofwarcraft warcraft starcraft nintendo playstation playstation5 xbox36012',
  'metallica slipknot nirvana1 greenday linkinpark ironmaiden blink182 eminem123 beatles1 rockandroll rocknroll',
  'access14 access123 accessdenied letmein2 goodluck goodbye1 helloworld hello123 hello1234 hellohello hithere1',
  'loremipsum loremipsumdolorsitamet thequickbrownfox thequickbrownfoxjumpsoverthelazydog tobeornottobe tobeornottobethatisthequestion',
  'maytheforcebewithyou iamyourfather winteriscoming youshallnotpass openthedoor onceuponatime happilyeverafter',
  'twinkletwinklelittlestar maryhadalittlelamb happybirthday happybirthdaytoyou merrychristmas happynewyear',
  'passphrase mypassphrase passcode passcode1 password1 password12 password123 passwords passwordpassword',
  'keepitsimple keepcalmandcarryon nevergiveup justdoit1 dontforget donotforget remember forgetmenot rememberme',
]
  .join(' ')
  .split(' ');

/**
 * The passwords that attackers try first, in lower case and without punctuation, with and without trailing digits; longest
 * first.
 */
const wellKnownPasswords: readonly string[] = [
  ...new Set(words.flatMap((word) => [word, word.replace(/\d+$/, '')]).filter((word) => word.length >= 5)),
].sort((one, other) => other.length - one.length);

/** The user of the password, whose names it must not consist of. */
export interface PasswordOwner {
  readonly username: string;
  readonly email: string | null;
  readonly name: string;
  readonly organisation: string;
}

/**
 * Checks a new password: its length in code points, and that it is not among those that attackers try first. There are no rules
 * about kinds of characters (NIST SP 800-63B-4 section 3.1.1.2).
 * @throws Refusal `password_refused`, with the reason
 */
export function checkPassword(password: string, owner: PasswordOwner): void {
  const found = passwordFault(password, owner);
  if (found) refuseFault('password_refused', found);
}

/** The reason why a password is refused; undefined if it is accepted. */
export const passwordFault = (password: string, owner: PasswordOwner): FieldError | undefined =>
  faultOf(normalise(password), owner);

const at = { pointer: '/password' };

function faultOf(password: string, owner: PasswordOwner): FieldError | undefined {
  const length = codePoints(password);
  const { passwordMin, passwordMax } = limits;
  if (!password.isWellFormed()) return fault(at, 'text_with_half_character', { what: 'password' });
  if (length < passwordMin.value) return fault(at, 'password_too_short', { length, least: passwordMin.value });
  if (length > passwordMax.value) return fault(at, 'password_too_long', { length, most: passwordMax.value });
  const plain = password.toLowerCase();
  const letters = unleet(plain).replace(/[^\p{L}\p{N}]/gu, '');
  const unit = repeatedUnit(letters) ?? repeatedUnit(plain);
  if (new Set(plain).size < 5) return fault(at, 'password_of_few_characters', {});
  if (unit !== undefined) return fault(at, 'password_repeats', { unit });
  if (coverage(plain, runs) >= mostly || coverage(letters, runs) >= mostly) return fault(at, 'password_is_a_row', {});
  return familiarPart(letters, owner);
}

/** A password is refused if at least this share of it is predictable, because the rest is then too short to be secure. */
const mostly = 0.7;

/** The predictable part of a password, if the password mostly consists of it: a name of its owner, or a well-known password. */
function familiarPart(letters: string, owner: PasswordOwner): FieldError | undefined {
  const names = [
    ['username', owner.username],
    ['email', owner.email ?? ''],
    ['email', owner.email?.split('@')[0] ?? ''],
    ['name', owner.name],
    ...owner.name.split(/\s+/u).map((part) => ['name', part] as const),
    ['organisation', owner.organisation],
    ['product', licetApplication],
  ] as const;
  let rest = letters;
  let of: (typeof names)[number][0] | undefined;
  for (const [kind, name] of names) {
    const folded = unleet(foldIdentity(name)).replace(/[^\p{L}\p{N}]/gu, '');
    if (codePoints(folded) < 3 || !rest.includes(folded)) continue;
    of ??= kind;
    rest = rest.replaceAll(folded, '');
  }
  const known = wellKnownPasswords.filter((word) => rest.includes(word));
  for (const word of known) rest = rest.replaceAll(word, '');
  const tail = rest.replace(/\p{N}+$/u, '').replace(/^\p{N}+/u, '');
  if (codePoints(tail) - runLength(tail) > letters.length * (1 - mostly)) return undefined;
  if (of) return fault(at, 'password_of_own_name', { of });
  const [word] = known;
  return word === undefined ? undefined : fault(at, 'password_well_known', { word });
}

const runLength = (text: string) => Math.round(coverage(text, runs) * text.length);

/** The shortest unit that the text repeats from start to end, such as `password` or `abc`. The last repetition may be incomplete. */
function repeatedUnit(text: string): string | undefined {
  for (let size = 1; size <= Math.min(text.length / 2, 12); size += 1) {
    const unit = text.slice(0, size);
    if (unit.repeat(Math.ceil(text.length / size)).slice(0, text.length) === text) return unit;
  }
  return undefined;
}

/** Returns the fraction of the text that is covered by runs of at least four characters, each of which occurs unbroken in one row. */
function coverage(text: string, rows: readonly string[]): number {
  let covered = 0;
  for (let start = 0; start < text.length; ) {
    let size = 0;
    while (start + size < text.length && rows.some((row) => row.includes(text.slice(start, start + size + 1))))
      size += 1;
    if (size >= 4) covered += size;
    start += size >= 4 ? size : 1;
  }
  return text.length === 0 ? 0 : covered / text.length;
}

const forwards = [
  'abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz',
  '0123456789012345678901234567890',
  '12345678910111213141516171819202122232425',
  '`1234567890-=',
  'qwertyuiop[]asdfghjkl;zxcvbnm,./qwertyuiop',
  'qwertzuiopasdfghjklyxcvbnm',
  'azertyuiopqsdfghjklmwxcvbn',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik,9ol.0p;/1qaz',
  '1q2w3e4r5t6y7u8i9o0p1q2w3e',
  'qazwsxedcrfvtgbyhnujmikolp',
  'aabbccddeeffgghhiijjkkllmmnnooppqqrrssttuuvvwwxxyyzz',
  '11223344556677889900',
  '!@#$%^&*()_+',
];
const runs = forwards.flatMap((row) => [row, [...row].reverse().join('')]);

/** Undoes the character replacements that attackers try. */
const unleet = (text: string) => text.replace(/[@$!]/g, (sign) => swaps.get(sign) ?? sign);
const swaps = new Map([
  ['@', 'a'],
  ['$', 's'],
  ['!', 'i'],
]);
