// Bodies, indented and cut into tokens. Only blanks between tokens change: what
// a value looks like stays as it was sent, and a body that is cut is shown as far as it goes.

/** @typedef {{start: number, end: number, kind: string}} Token */
/** @typedef {{text: string, tokens: Token[]}} Pretty */

const unit = '  ';
const deepest = 40; // levels that are indented
const most = 8; // times the length of the body, because a body of brackets alone would fill the memory

/** Returns what a body is: json, xml or text. @param {string} text @param {string} [type] its media type */
export function kindOf(text, type = '') {
  if (/json/i.test(type)) return 'json';
  if (/xml|html/i.test(type)) return 'xml';
  const head = text.trimStart();
  return /^[[{]/.test(head) ? 'json' : /^<[?!\w]/.test(head) ? 'xml' : 'text';
}

/** @param {string} text @param {string} kind @returns {Pretty} */
export function pretty(text, kind) {
  const plain = { text, tokens: [] };
  const made = kind === 'json' ? json(text) : kind === 'xml' ? xml(text) : plain;
  return made.text.length > most * (text.length + 100) ? plain : made;
}

/** Collects text and where the tokens are in it. */
class Writer {
  /** @type {string[]} */
  parts = [];
  /** @type {Token[]} */
  tokens = [];
  length = 0;
  depth = 0;

  /** @param {string} text @param {string} [kind] */
  write(text, kind) {
    if (kind) this.tokens.push({ start: this.length, end: this.length + text.length, kind });
    this.parts.push(text);
    this.length += text.length;
  }

  line() {
    if (this.length) this.write('\n' + unit.repeat(Math.min(this.depth, deepest)));
  }

  /** @returns {Pretty} */
  end() {
    return { text: this.parts.join(''), tokens: this.tokens };
  }
}

const jsonToken = /"[^"\\]*(?:\\[\s\S][^"\\]*)*"?|[{}[\],:]|[^\s"{}[\],:]+/g;

/** @param {string} text */
function json(text) {
  const found = text.match(jsonToken) ?? [];
  const out = new Writer();
  for (let i = 0; i < found.length; i++) {
    const token = found[i],
      next = found[i + 1];
    if (token === '{' || token === '[') {
      out.write(token);
      if (next === (token === '{' ? '}' : ']')) out.write(found[++i]);
      else {
        out.depth++;
        out.line();
      }
    } else if (token === '}' || token === ']') {
      out.depth = Math.max(0, out.depth - 1);
      out.line();
      out.write(token);
    } else if (token === ',') {
      out.write(token);
      out.line();
    } else if (token === ':') out.write(': ');
    else
      out.write(token, token[0] === '"' ? (next === ':' ? 'key' : 'string') : /^[-\d]/.test(token) ? 'number' : 'word');
  }
  return out.end();
}

const xmlToken = new RegExp(
  [
    /<!--[\s\S]*?(?:-->|$)/,
    /<!\[CDATA\[[\s\S]*?(?:\]\]>|$)/,
    /<\?[\s\S]*?(?:\?>|$)/,
    /<[^<>"']*(?:"[^"]*"[^<>"']*|'[^']*'[^<>"']*)*>?/,
    /[^<]+/,
  ]
    .map((part) => part.source)
    .join('|'),
  'g',
);

/** @param {string} text */
function xml(text) {
  const out = new Writer();
  let before = ''; // open, close or text
  for (const token of text.match(xmlToken) ?? []) {
    if (!token.startsWith('<') || token.startsWith('<![')) {
      if (!token.trim()) continue;
      out.write(token.trim(), 'string');
      before = 'text';
      continue;
    }
    const closes = token.startsWith('</');
    const alone = token.endsWith('/>') || token.startsWith('<?') || token.startsWith('<!');
    if (closes) out.depth = Math.max(0, out.depth - 1);
    if (!(closes && before !== 'close')) out.line();
    out.write(token, 'key');
    if (!closes && !alone) out.depth++;
    before = closes || alone ? 'close' : 'open';
  }
  return out.end();
}

/** Returns bytes as rows of offset, hex and text. @param {Uint8Array} bytes @param {number} most */
export function hexDump(bytes, most) {
  const rows = [];
  for (let at = 0; at < Math.min(bytes.length, most); at += 16) {
    const row = [...bytes.subarray(at, Math.min(at + 16, most))];
    const hex = row.map((b) => b.toString(16).padStart(2, '0')).join(' ');
    const text = row.map((b) => (b >= 0x20 && b < 0x7f ? String.fromCharCode(b) : '·')).join('');
    rows.push(`${at.toString(16).padStart(6, '0')}  ${hex.padEnd(47)}  ${text}`);
  }
  return rows.join('\n');
}
