export interface Certificate {
  readonly key: string;
  readonly cert: string;
  /** The certificate of the authority that it is from. */
  readonly authority: string;
}

/** A running directory. */
export interface Slapd {
  readonly port: number;
  readonly tlsPort: number;
  readonly authority: string;
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Holds it where it is: it takes connections and answers nothing. */
  freeze(): void;
  thaw(): void;
  /** Gives it another certificate; it starts anew. */
  renew(other: Certificate): Promise<void>;
  close(): Promise<void>;
}

export const suffix: string;
export const manager: { readonly dn: string; readonly password: string };
/** Why there is none, in a sentence; undefined when there is one. */
export function missing(): string | undefined;
/** Installs it where it is missing and this user may. Answers as `missing` does. */
export function missingStill(): string | undefined;
/** Starts it with entries in LDIF, a certificate (one for `localhost` unless given), lines of a schema, and limits of searches. */
export function startSlapd(
  ldif: string,
  more?: {
    readonly certificate?: Certificate;
    readonly schema?: readonly string[];
    /** Lines of slapd.conf: for everybody, and for some DNs. */
    readonly limits?: { readonly all: string; readonly some: readonly string[] };
  },
): Promise<Slapd>;
export function certificateOf(name: string): Certificate;
