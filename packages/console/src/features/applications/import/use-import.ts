import type { Application, ImportLine, ImportReport, Problem } from '@licet/contract';
import { ApiError, linesOf } from '@licet/contract/client';
import { useEffect, useRef, useState } from 'react';
import { useRefresh } from '../../../blocks/use-action.ts';
import { client } from '../../../session/client.ts';
import { sourceWords, words } from './words.ts';

/** The stage of an import. */
type ImportStage =
  | { name: 'source' }
  | { name: 'checking' | 'importing'; progress: ImportProgress | undefined }
  | { name: 'preview' | 'done'; report: ImportReport }
  | { name: 'failed'; error: unknown };

/** The state of one import and its actions, from the file to the report. */
export interface ImportWork {
  stage: ImportStage;
  content: string;
  /** The name of the file; undefined if the content was pasted. */
  fileName: string | undefined;
  /** The number of lines that are not empty. */
  lines: number;
  kind: ImportKind;
  guess: KindGuess;
  setContent: (content: string, fileName?: string) => void;
  setKind: (kind: ImportKind) => void;
  /** Starts the dry run. */
  check: () => void;
  /** Starts the import. */
  run: () => void;
  /** Cancels the import. If the server has sent no report, nothing was changed. */
  cancel: () => void;
  back: () => void;
}

/** Runs an import as two calls: a dry run that computes the effects, then the import itself. */
export function useImport(application: Application, knownRoles: ReadonlySet<string>): ImportWork {
  const refresh = useRefresh();
  const [stage, setStage] = useState<ImportStage>({ name: 'source' });
  const [source, setSource] = useState<{ content: string; fileName: string | undefined; lines: number }>({
    content: '',
    fileName: undefined,
    lines: 0,
  });
  const [chosen, setKind] = useState<ImportKind>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const guess = guessKind(source.content, knownRoles);
  const kind = chosen ?? guess.kind;

  const send = async (dryRun: boolean) => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    const name = dryRun ? 'checking' : 'importing';
    setStage({ name, progress: undefined });
    try {
      const response = await client.access.import({
        params: { application: application.id },
        query: {
          kind,
          dryRun: dryRun ? 'true' : 'false',
          ...(source.fileName !== undefined && { name: source.fileName.slice(0, 256) }),
        },
        body: source.content,
        signal: controller.signal,
      });
      const report = await readImport(
        response,
        (progress) => !controller.signal.aborted && setStage({ name, progress }),
      );
      if (controller.signal.aborted) return;
      setStage({ name: dryRun ? 'preview' : 'done', report });
      if (!dryRun) await refresh();
    } catch (error) {
      if (!controller.signal.aborted) setStage({ name: 'failed', error });
    }
  };

  return {
    stage,
    ...source,
    kind,
    guess,
    setContent: (content, fileName) => {
      setSource({ content, fileName, lines: countLines(content) });
      setKind(undefined);
    },
    setKind,
    check: () => void send(true),
    run: () => void send(false),
    cancel: () => {
      if (stage.name !== 'checking' && stage.name !== 'importing') return;
      running.current?.abort();
      setStage({ name: 'source' });
      void refresh();
    },
    back: () => setStage({ name: 'source' }),
  };
}

/** The progress of an import. `total` is unknown during the phase `reading`. */
export interface ImportProgress {
  phase: 'reading' | 'checking' | 'writing';
  done: number;
  total: number | null;
}

/**
 * Reads the stream of an import to its end.
 * @throws ApiError with the server's reason if the import fails
 * @throws Error if the stream ends without a result
 */
export async function readImport(
  response: Response,
  onProgress: (progress: ImportProgress) => void,
): Promise<ImportReport> {
  for await (const line of linesOf<ImportLine>(response)) {
    if ('phase' in line) onProgress(line);
    else if ('report' in line) return line.report;
    else throw new ApiError(line.problem as Problem);
  }
  throw new Error(words.stopped);
}

/** The kinds of import files. */
export type ImportKind = 'permissions' | 'roles' | 'catalogue';

/** The likely kind of a file, and the reason in words. */
interface KindGuess {
  kind: ImportKind;
  because: string;
}

const LINES_LOOKED_AT = 200;

/**
 * Guesses the kind of a file from its first lines.
 * @param knownRoles names of roles of the application: if the second column contains them, the file lists pairs of user
 * and role
 */
export function guessKind(content: string, knownRoles: ReadonlySet<string>): KindGuess {
  const start = content.slice(0, 4).replace(/^\uFEFF/, '') + content.slice(4, 400);
  if (/^\s*[[{]/.test(start)) return { kind: 'catalogue', because: sourceWords.likeJson };
  const lines = firstLines(content);
  const header = (lines[0] ?? '').toLowerCase();
  if (/\brole\b/.test(header)) return { kind: 'roles', because: sourceWords.saysRole };
  if (/\bpermission\b/.test(header)) return { kind: 'permissions', because: sourceWords.saysPermission };
  const seconds = lines.map(secondColumn).filter((name) => name !== '');
  const roles = seconds.filter((name) => knownRoles.has(name)).length;
  if (roles > 0 && roles * 2 >= seconds.length) return { kind: 'roles', because: sourceWords.namesRoles };
  return { kind: 'permissions', because: sourceWords.pairs };
}

/** The number of non-empty lines of a text. */
export function countLines(content: string): number {
  let count = 0;
  for (const match of content.matchAll(/[^\r\n]+/g)) if (match[0].trim() !== '') count += 1;
  return count;
}

function firstLines(content: string): string[] {
  const found: string[] = [];
  for (const match of content.matchAll(/[^\r\n]+/g)) {
    found.push(match[0]);
    if (found.length === LINES_LOOKED_AT) break;
  }
  return found;
}

function secondColumn(line: string): string {
  const parts = line.split((['\t', ',', ';'] as const).find((it) => line.includes(it)) ?? ',');
  return (parts[1] ?? '').trim().replace(/^"(.*)"$/, '$1');
}
