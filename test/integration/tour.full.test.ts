import { testPages } from '../support/test-pages.ts';

// On a runner of its own: its first answer is of a domain that was never asked for.
testPages('the tour', ['docs/guides/tour.md']);
