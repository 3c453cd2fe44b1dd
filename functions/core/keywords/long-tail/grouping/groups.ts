/** Groups of long-tail phrases, in the order in which they are shown. */
export const groups = [
  { id: 'questions', label: 'Questions', label_zh: '疑问' },
  { id: 'comparisons', label: 'Comparisons', label_zh: '对比' },
  { id: 'commercial', label: 'Price and purchase', label_zh: '价格购买' },
  { id: 'recommendations', label: 'Recommendations', label_zh: '评价推荐' },
  { id: 'how_to', label: 'How to', label_zh: '方法教程' },
  { id: 'problems', label: 'Problems', label_zh: '问题' },
  { id: 'prepositions', label: 'Prepositions', label_zh: '介词' },
  { id: 'alphabetical', label: 'Alphabetical', label_zh: '字母' },
  { id: 'related', label: 'Related', label_zh: '相关' },
] as const;

export type GroupId = (typeof groups)[number]['id'];
