/** Texts about the overview. */
export const englishOverview = {
  title: 'Overview',
  all_well: 'All is well: nothing fails, and nothing ends soon.',
  failing: 'What needs a look',
  letters: (count: string) => `Work that was given up: ${count}`,
  pages: (count: string) => `Domains whose page could not be read: ${count}`,
  sources: (count: string) => `Domains of which a source failed: ${count}`,
  site_errors: (count: string) => `Sites with errors: ${count}`,
  certificates: (count: string) => `Certificates that end within 14 days, or have ended: ${count}`,
  registrations: (count: string) => `Registrations that end within 30 days, or have ended: ${count}`,
  budget: 'Today’s budget for paid sources is used up.',
  domains: 'Domains',
  followed: 'Followed',
  spent: 'Spent today',
  spent_of: (spent: string, budget: string) => `${spent} of ${budget}`,
  requests_today: 'Requests today',
  moved: 'Moved this week',
  moved_hint:
    'Domains that were fetched in the last seven days, by the change of their SEO score, then of their rank, against about a week before.',
  none_moved: 'No domain has moved.',
  requests: 'Requests by day',
  requests_sum: (sum: string, most: string) => `${sum} in 30 days, at most ${most} a day`,
};
