import { Fragment, type ReactNode } from 'react';
import { parse } from 'sugar-high/core';
import * as json from 'sugar-high/lang/json';
import * as shell from 'sugar-high/lang/shell';
import * as sql from 'sugar-high/lang/sql';
import * as typescript from 'sugar-high/lang/typescript';

const languages = { json, shell, sql, typescript };
export type CodeLanguage = keyof typeof languages;

/** Highlights code in the colours of `copy.css`. Text outside tokens is not coloured. */
export function ColouredCode({ code, language }: { code: string; language: CodeLanguage }): ReactNode {
  let at = 0;
  return parse(code, languages[language]).lines.map(({ index, tokens }) => (
    <Fragment key={index}>
      {index > 0 && '\n'}
      {tokens.map(({ type, value }) => {
        at += value.length;
        const colour = colours[type];
        if (colour === undefined) return value;
        return (
          <span key={at} className={colour}>
            {value}
          </span>
        );
      })}
    </Fragment>
  ));
}

const colours: Readonly<Record<string, string>> = {
  keyword: 'keyword',
  string: 'literal',
  comment: 'comment',
  class: 'named',
  entity: 'named',
};
