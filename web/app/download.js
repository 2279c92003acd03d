// Saving answers of the control interface as files.
import { authorization, contentOf, control, unanswered } from './api.js';

/**
 * Gets an answer and has the browser save it. A plain link could neither send the
 * token nor show why there is no answer. It throws Refused.
 * @param {string} path below /_sandbox, with its query
 * @param {string} name of the file
 * @param {any} [body] by which the answer is asked, with POST
 * @returns {Promise<string>} the name
 */
export async function download(path, name, body) {
  let answer, content;
  try {
    answer = await fetch(control + path, {
      method: body ? 'POST' : 'GET',
      body: body && JSON.stringify(body),
      headers: authorization(),
      cache: 'no-cache',
    });
    content = await answer.blob();
  } catch {
    throw unanswered();
  }
  if (!answer.ok) contentOf(answer, await content.text());
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000); // some browsers read it later than they return
  return name;
}
