import { stringifySearchWith } from '@tanstack/react-router';

// Parameters are plain text: `?q=123` is the text 123, and is never written `?q=%22123%22`.
export const parseSearch = (search: string): Record<string, string> => Object.fromEntries(new URLSearchParams(search));
export const stringifySearch = stringifySearchWith(String);
