import { testPages } from '../support/test-pages.ts';

testPages('the README', ['README.md']);
