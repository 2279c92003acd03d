// Starts the pages. The index names this module, which imports one that always comes first.
import { beginAgain } from './begin-again.js';

import('./main.js').catch((failure) => {
  beginAgain();
  throw failure;
});
