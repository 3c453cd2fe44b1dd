import type { OverviewDictionary } from './overview-dictionary.ts';

export const chineseOverview: OverviewDictionary = {
  title: '概览',
  all_well: '一切正常：没有失败，也没有即将到期的项目。',
  failing: '需要关注',
  letters: (count) => `已放弃的任务：${count}`,
  pages: (count) => `无法读取页面的域名：${count}`,
  sources: (count) => `有来源失败的域名：${count}`,
  site_errors: (count) => `有错误的网站：${count}`,
  certificates: (count) => `14 天内到期或已到期的证书：${count}`,
  registrations: (count) => `30 天内到期或已到期的注册：${count}`,
  budget: '今日付费来源的预算已用完。',
  domains: '域名',
  followed: '已跟踪',
  spent: '今日花费',
  spent_of: (spent, budget) => `${spent} / ${budget}`,
  requests_today: '今日请求',
  moved: '本周变化',
  moved_hint: '最近七天内抓取过的域名，先按 SEO 得分的变化、再按排名的变化排列，与约一周前相比。',
  none_moved: '没有域名发生变化。',
  requests: '每日请求数',
  requests_sum: (sum, most) => `30 天共 ${sum} 次，单日最多 ${most} 次`,
};
