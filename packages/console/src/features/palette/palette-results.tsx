import { useRouter } from '@tanstack/react-router';
import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { asOf } from '../../session/as-of.ts';
import type { PaletteResultsProps } from '../../shell/palette.tsx';
import { classNames } from '../../ui/class-names.ts';
import { KeyHint } from '../../ui/key-hint.tsx';
import { Avatar } from '../../ui/who.tsx';
import { AnswerOption, useAnswer } from './answer-option.tsx';
import { GrantOption, GrantSentence, useGrantOffer } from './grant-offer.tsx';
import type { Act, Line, Meant } from './line.ts';
import { splitMatches } from './matches.ts';
import { remember, rememberQuestion } from './recent.ts';
import { readSentence, subjectOf } from './sentence.ts';
import { useLines } from './use-lines.ts';
import { sentenceWords, words } from './words.ts';

/**
 * What the palette shows for a text: an answer, an offer to grant, pages, actions, and everything that the search finds.
 * Keyboard: arrows, Enter, Escape.
 */
export function PaletteResults({ query, entered, context, onList, onQuery, onClose }: PaletteResultsProps): ReactNode {
  const subject = useMemo(() => subjectOf(query), [query]);
  const [chosenMeaning, setMeaning] = useState<{ subject: string; meant: Meant }>();
  const meant = chosenMeaning?.subject === subject ? chosenMeaning.meant : undefined;
  const { question, grant, lines, state } = useLines(query, meant, context);
  const offer = useGrantOffer(grant, onClose);
  const answer = useAnswer(question);
  const marked = useMemo(() => markedOf(query), [query]);
  const top = grant || question ? 1 : 0;
  const count = top + lines.length;
  const ids = [...(top === 1 ? ['top'] : []), ...lines.map(({ id }) => id)];
  const [at, choose] = useChosen(query, meant, ids);
  const router = useRouter();
  const listId = useId();
  const list = useRef<HTMLDivElement>(null);

  useEffect(() => {
    list.current?.querySelectorAll('[role="option"]')[at]?.scrollIntoView({ block: 'nearest' });
  }, [at]);

  const asked = question && state === 'found' ? query.trim() : undefined;
  useEffect(() => {
    if (asked !== undefined) rememberQuestion(asked);
  }, [asked]);

  const act = (wanted: Act, line?: Line) => {
    switch (wanted.kind) {
      case 'mean':
        setMeaning({ subject, meant: { ...meant, ...wanted.meant } });
        return choose(0);
      case 'type':
        return onQuery(wanted.query);
      case 'open':
        if (line) remember(line);
        onClose();
        return router.history.push(atInstant(wanted.href, asOf.current()));
      case 'run':
        onClose();
        return wanted.run();
    }
  };
  const enter = (index: number) => {
    const line = lines[index - top];
    if (line) act(line.act, line);
    else if (offer) offer.run();
    else if (question) act({ kind: 'open', href: question.href });
  };

  // Whether Enter was pressed while the list showed results for an earlier text. The first result for the current text
  // then opens when it arrives, unless it makes a change whose effects the user has not seen.
  const awaited = useRef(entered);
  useEffect(() => {
    if (!awaited.current || state === 'loading') return;
    awaited.current = false;
    if (state === 'failed') return;
    // biome-ignore lint/nursery/useReactCompiler: the user pressed Enter before the result arrived
    if (!offer && lines[at - top]?.act.kind !== 'run') enter(at);
  });

  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (event.key === 'Enter' && (event.repeat || event.shiftKey || event.altKey)) return event.preventDefault();
    if (step !== 0 && count > 0) choose((at + step + count) % count);
    else if (event.key === 'Enter' && state === 'loading' && !lines[at - top]?.sure) awaited.current = true;
    else if (event.key === 'Enter' && offer && (event.ctrlKey || event.metaKey))
      act({ kind: 'open', href: offer.form });
    else if (event.key === 'Enter' && answer?.next && at === 0 && (event.ctrlKey || event.metaKey))
      act(answer.next.act);
    else if (event.key === 'Enter') enter(at);
    else {
      awaited.current = false;
      return;
    }
    event.preventDefault();
  };
  // The input belongs to the frame of the palette and needs the newest handler, so this runs after each render.
  const handler = useRef(onKeyDown);
  useLayoutEffect(() => {
    handler.current = onKeyDown;
  });
  const active = count > 0 ? `${listId}-${at}` : undefined;
  useLayoutEffect(() => {
    onList({ id: listId, active, onKeyDown: (event) => handler.current(event) });
  }, [onList, listId, active]);

  const option = (index: number) => ({
    role: 'option',
    id: `${listId}-${index}`,
    'aria-selected': index === at,
    onClick: () => enter(index),
    onPointerMove: () => index !== at && choose(index),
  });

  return (
    <>
      <div className="palette-found" ref={list}>
        {offer && <GrantSentence offer={offer} id={`${listId}-effects`} />}
        <div className="list" role="listbox" id={listId} aria-label={words.label}>
          {offer && <GrantOption offer={offer} option={{ ...option(0), 'aria-describedby': `${listId}-effects` }} />}
          {!offer && question && answer && (
            <AnswerOption
              question={question}
              answer={answer}
              option={option(0)}
              onNext={() => answer.next && act(answer.next.act)}
            />
          )}
          <Groups lines={lines} query={marked} option={(index) => option(index + top)} />
        </div>
        <p className="palette-note" role="status">
          {state === 'failed' ? words.failed : state === 'found' && count === 0 ? words.nothing : ''}
        </p>
      </div>
      <div className="palette-keys" aria-hidden="true">
        <KeyHint keys={['↑', '↓']}>{words.choose}</KeyHint>
        {!offer && <KeyHint keys={['Enter']}>{words.open}</KeyHint>}
        {offer && <KeyHint keys={['Ctrl', 'Enter']}>{sentenceWords.openForm}</KeyHint>}
        {offer && offer.reason === '' && <span className="end">{sentenceWords.reasonHint}</span>}
      </div>
    </>
  );
}

/**
 * The index of the chosen option. A new text or another interpretation starts at the first one. Results that arrive
 * above the chosen option do not change the choice.
 */
function useChosen(query: string, meant: Meant | undefined, ids: readonly string[]): [number, (index: number) => void] {
  const [chosen, setChosen] = useState<{ id: string | undefined; query: string; meant: Meant | undefined }>();
  const isCurrent = chosen?.query === query && chosen.meant === meant;
  const at = isCurrent && chosen.id !== undefined ? Math.max(0, ids.indexOf(chosen.id)) : 0;
  return [at, (index) => setChosen({ id: ids[index], query, meant })];
}

/** The URL of a result, for the same instant as the current page unless it names its own. */
function atInstant(href: string, at: string | undefined): string {
  return at === undefined || /[?&]at=/.test(href)
    ? href
    : `${href}${href.includes('?') ? '&' : '?'}at=${encodeURIComponent(at)}`;
}

/** The words of a text that results are marked by. The verb of a sentence is none of them: “may” is no part of “Maya”. */
function markedOf(query: string): string {
  const { verb, names, place } = readSentence(query.trim(), new Date());
  return verb === undefined ? query : [...names, place].join(' ');
}

/** Lines in groups, as options of the input. */
function Groups({
  lines,
  query,
  option,
}: {
  lines: readonly Line[];
  query: string;
  option: (index: number) => object;
}): ReactNode {
  const groups = Map.groupBy(lines, (line) => line.group);
  return [...groups].map(([group, own]) => (
    // biome-ignore lint/a11y/useSemanticElements: groups of a listbox are no fields of a form
    <div key={group} role="group" aria-label={group}>
      <div className="palette-heading" aria-hidden="true">
        {group}
      </div>
      {own.map((line) => (
        <div key={line.id} className="palette-option" {...option(lines.indexOf(line))}>
          <LineContent line={line} query={query} />
        </div>
      ))}
    </div>
  ));
}

function LineContent({ line, query }: { line: Line; query: string }): ReactNode {
  const Icon = line.icon;
  return (
    <>
      {line.person ? <Avatar name={line.label} /> : Icon && <Icon />}
      <span className="ellipsis">
        <bdi className={classNames(line.mono && 'identifier')}>
          <Marked text={line.label} query={query} />
        </bdi>{' '}
        {line.detail !== undefined && <bdi className="text-faint small">{line.detail}</bdi>}
      </span>
      {line.end !== undefined && <bdi className="end">{line.end}</bdi>}
    </>
  );
}

function Marked({ text, query }: { text: string; query: string }): ReactNode {
  return splitMatches(text, query).map((piece) =>
    piece.hit ? <mark key={piece.from}>{piece.text}</mark> : piece.text,
  );
}
