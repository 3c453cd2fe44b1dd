import { buildBackOfficePage } from '../../constructs/page-bundle.ts';

// A program, so that the page can be built in parallel.
buildBackOfficePage();
