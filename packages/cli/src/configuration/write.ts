import type { ConfigurationFile } from '@licet/contract/configuration';
import { Document, isMap, isScalar, isSeq, visit } from 'yaml';

/** A file of access as code: related values are on one line, so a diff of two versions is readable. */
export function written(file: ConfigurationFile, schema: string): string {
  const document = new Document(file, { aliasDuplicateObjects: false });
  document.commentBefore = ` yaml-language-server: $schema=${schema}`;
  visit(document, {
    // A variable begins with a dollar sign: a literal one is doubled.
    Scalar: (key, node) => {
      if (key !== 'key' && typeof node.value === 'string') node.value = node.value.replaceAll('${', () => '$${');
    },
    Seq: (_, list, path) => {
      const pair = path.at(-1);
      const key = pair && 'key' in pair && isScalar(pair.key) ? String(pair.key.value) : '';
      if (onOneLine.has(key)) for (const item of list.items) if (isMap(item) || isSeq(item)) item.flow = true;
    },
  });
  return document.toString({ lineWidth: 0 });
}

const onOneLine = new Set(['users', 'permissions', 'grants', 'steps', 'parts']);
