// Makes the vendored files from the packages of VERSIONS: node make.mjs
// With --check it compares instead of writing, and ends with 1 when a file differs.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'vendor-'));
process.on('exit', () => rmSync(scratch, { recursive: true, force: true }));

const versions = readFileSync(join(here, 'VERSIONS'), 'utf8');
const packages = versions
  .split('\n')
  .filter((line) => line.startsWith('package '))
  .map((line) => {
    const [, name, version, licence, file, integrity, tarball] = line.split(/\s+/);
    return { name, version, licence, file, integrity, tarball };
  });
const of = (file) => packages.filter((p) => p.file === file);
const tool = `@esbuild/${process.platform}-${process.arch}`;
if (!packages.some((p) => p.name === tool)) throw new Error(`VERSIONS has no ${tool}`);
const folder = (p) => join(scratch, 'node_modules', p.name);

function install(p) {
  const [{ filename }] = JSON.parse(
    execFileSync('npm', ['pack', '--json', '--ignore-scripts', p.tarball], {
      cwd: scratch,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }),
  );
  const file = join(scratch, filename);
  const got = 'sha512-' + createHash('sha512').update(readFileSync(file)).digest('base64');
  if (got !== p.integrity) throw new Error(`${p.tarball} has the integrity ${got}; VERSIONS has ${p.integrity}`);
  mkdirSync(folder(p), { recursive: true });
  execFileSync('tar', ['-xzf', file, '-C', folder(p), '--strip-components', '1']);
}

const exported = {
  'preact.js': `import htm from 'htm'; import { h } from 'preact'; export const html = htm.bind(h);
export { h, render, Fragment, createContext } from 'preact';
export { useState, useEffect, useLayoutEffect, useRef, useMemo, useCallback, useId, useContext, useReducer,
	useErrorBoundary } from 'preact/hooks';
export { signal, computed, effect, batch, untracked, useSignal, useComputed, useSignalEffect } from '@preact/signals';`,
  'editor.js': `export { EditorState } from '@codemirror/state';
export { EditorView, keymap, lineNumbers, highlightActiveLine, highlightSpecialChars } from '@codemirror/view';
export { history, historyKeymap, defaultKeymap } from '@codemirror/commands';
export { yaml, yamlLanguage } from '@codemirror/lang-yaml';
export { bracketMatching, indentService, syntaxHighlighting } from '@codemirror/language';
export { tagHighlighter, tags } from '@lezer/highlight';
export { lintGutter, lintKeymap, setDiagnostics } from '@codemirror/lint';
export { autocompletion, acceptCompletion, completionStatus, completionKeymap, closeBrackets, closeBracketsKeymap } from '@codemirror/autocomplete';`,
  'yaml.js': `export { LineCounter, isMap, isScalar, isSeq, parseDocument } from 'yaml';`,
};

function bundle(file) {
  const [entry, out, meta] = ['js', 'out.js', 'json'].map((end) => join(scratch, `${file}.${end}`));
  writeFileSync(entry, exported[file]);
  execFileSync(
    join(folder({ name: tool }), 'bin', 'esbuild'),
    [
      entry,
      `--outfile=${out}`,
      `--metafile=${meta}`,
      '--bundle',
      '--minify',
      '--format=esm',
      '--platform=browser',
      '--target=es2022',
      '--charset=utf8',
      '--legal-comments=none',
      '--define:process.env.NODE_ENV="production"',
      '--log-level=warning',
    ],
    { cwd: scratch, stdio: ['ignore', 'ignore', 'inherit'] },
  );
  const made = JSON.parse(readFileSync(meta, 'utf8'));
  const used = new Set(Object.keys(made.inputs).map((path) => path.match(/node_modules\/((?:@[^/]+\/)?[^/]+)/)?.[1]));
  const wrong = of(file).filter((p) => !used.delete(p.name));
  used.delete(undefined);
  if (wrong.length || used.size)
    throw new Error(`${file}: VERSIONS lists without use ${wrong.map((p) => p.name)}; it lacks ${[...used]}`);
  const parts = of(file)
    .map((p) => `${p.name} ${p.version}`)
    .join(', ');
  return `/* Made by make.mjs of ${parts}; see VERSIONS and LICENSES.txt. */\n${readFileSync(out, 'utf8')}`;
}

// licences returns the full texts of the packages that are in a file.
function licences(listed) {
  return listed
    .map((p) => {
      const texts = readdirSync(folder(p))
        .filter((name) => /^(licen[cs]e|notice)/i.test(name))
        .sort()
        .map((name) =>
          readFileSync(join(folder(p), name), 'utf8')
            .replaceAll('\r\n', '\n')
            .trim(),
        );
      if (texts.length === 0) throw new Error(`${p.name} has no licence text`);
      return `${'='.repeat(80)}\n${p.name} ${p.version} (${p.licence})\n${'='.repeat(80)}\n\n${texts.join('\n\n')}\n`;
    })
    .join('\n');
}

packages.filter((p) => p.file !== 'make.mjs' || p.name === tool).forEach(install);
const axe = of('../testdata/axe.min.js');
const files = {
  'LICENSES.txt': licences([...of('preact.js'), ...of('editor.js'), ...of('yaml.js')]),
  '../testdata/axe.min.js': readFileSync(join(folder(axe[0]), 'axe.min.js')),
  '../testdata/axe.LICENSES.txt': licences(axe),
};
for (const file of Object.keys(exported)) files[file] = bundle(file);
const sums = Object.keys(files)
  .sort()
  .map((file) => `made ${file} ${createHash('sha256').update(files[file]).digest('hex')}`);
files.VERSIONS = [...versions.split('\n').filter((line) => line && !line.startsWith('made ')), ...sums, ''].join('\n');

let stale = 0;
for (const [file, text] of Object.entries(files)) {
  const path = join(here, file);
  if (!process.argv.includes('--check')) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  } else if (!readFileSync(path).equals(Buffer.from(text))) {
    console.error(`${file} is not what make.mjs makes`);
    stale = 1;
  }
}
process.exitCode = stale;
