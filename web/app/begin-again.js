// Beginning again. A browser keeps an import that failed, and only a new page reads a module again
// that others import.

/** Whether this page is one that began again. */
const again = performance
  .getEntriesByType('navigation')
  .some((n) => /** @type {PerformanceNavigationTiming} */ (n).type === 'reload');

/**
 * Loads the page again once, when the sandbox answers. A page that began again stays, otherwise a fault would
 * repeat for ever.
 */
export async function beginAgain() {
  if (again) return;
  while (
    !(await fetch(window.location.href).then(
      (answer) => answer.ok,
      () => false,
    ))
  )
    await new Promise((now) => setTimeout(now, 2000));
  window.location.reload();
}
