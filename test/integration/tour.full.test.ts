import { testPages } from '../support/test-pages.ts';

// On its own runner, because its first answer is of a domain that was never requested.
testPages('the tour', ['docs/guides/tour.md']);
