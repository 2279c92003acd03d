import { useEffect } from '../vendor/preact.js';
import { active, code } from '../app/store.js';
import { screenTitle } from '../parts/screen.js';

/** Keeps the title of the tab: what is active, the screen, the account. */
export function useTitle() {
  const names = active.value.map((a) => a.name);
  const mark = names.length ? `● ${names[0]}${names.length > 1 ? ` +${names.length - 1}` : ''} – ` : '';
  const title = mark + [screenTitle.value, code.value].filter(Boolean).join(' – ');
  useEffect(() => {
    document.title = title || 'commerce-sandbox';
  }, [title]);
}
