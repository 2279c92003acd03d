// The format of server-sent events.

/** @typedef {{id: string, kind: string, data: string}} Message */

/**
 * Yields the messages of a body. alive is called whenever bytes come.
 * @param {ReadableStream<Uint8Array<ArrayBuffer>>} body
 * @param {() => void} alive
 * @returns {AsyncGenerator<Message>}
 */
export async function* messages(body, alive) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    alive();
    rest += value;
    const blocks = rest.split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) yield parse(block);
  }
}

/** @param {string} block @returns {Message} */
function parse(block) {
  const message = { id: '', kind: '', data: '' };
  for (const line of block.split('\n')) {
    if (line.startsWith('id: ')) message.id = line.slice(4);
    else if (line.startsWith('event: ')) message.kind = line.slice(7);
    else if (line.startsWith('data: ')) message.data += line.slice(6);
  }
  return message;
}
