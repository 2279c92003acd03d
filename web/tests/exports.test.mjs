// Every name that a module exports is taken by another module, or by a test.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { test } from 'node:test';

const root = new URL('..', import.meta.url);
const files = ['app', 'parts', 'screens', 'frame', 'tests'].flatMap((folder) =>
  readdirSync(new URL(folder, root))
    .filter((f) => /\.m?js$/.test(f))
    .map((f) => `${folder}/${f}`),
);
const texts = new Map(files.map((file) => [file, readFileSync(new URL(file, root), 'utf8')]));

/** Reports whether a text takes a name from a module: by an import, or from what a later import returns. */
function takes(text, name, module) {
  const imported = [...text.matchAll(/import \{([^}]*)\} from '([^']*)'/g)];
  if (imported.some(([, names, from]) => basename(from) === module && names.split(/[\s,]+/).includes(name)))
    return true;
  return (
    text.includes(`/${module}'`) &&
    new RegExp(`\\{[^}]*\\b${name}\\b[^}]*\\} ?(=|\\))|\\b(find|module|stream)\\.${name}\\b`).test(text)
  );
}

test('no export is dead', () => {
  const dead = [];
  for (const [file, text] of texts) {
    for (const [, name] of text.matchAll(/^export (?:async )?(?:function\*?|const|let|class) (\w+)/gm)) {
      if (![...texts].some(([other, its]) => other !== file && takes(its, name, basename(file))))
        dead.push(`${file}: ${name}`);
    }
  }
  assert.deepEqual(dead, []);
});
