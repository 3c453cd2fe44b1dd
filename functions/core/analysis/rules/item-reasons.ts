/** Why an element fails an audit, by codes; occurrences of issues have the text as their value. */
export const ITEM_REASONS = {
  unknown_language: 'Unknown language code',
  relative_url: 'Relative address',
  generic_text: 'The text does not say where the link leads',
  file_link: 'It leads to a file on the device',
  handler_without_href: 'It has an event handler and no href',
  no_href: 'It has no href',
  void_href: 'Its href does nothing',
  invalid_href: 'Its href is not a valid URL',
  blank_alt: 'The alt attribute is only white space',
  no_alt: 'It has no alt attribute',
};
