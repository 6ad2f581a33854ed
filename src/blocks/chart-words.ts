/** What a chart says by itself: the names of its series and of its table. The flow gives its heading. */
export const chartWords = {
  balance: "Balance",
  interest: "Interest earned",
  date: "Date",
  table: "Show the figures as a table",
  /** The chart in one sentence, for those who cannot see it. */
  summary: (from: string, to: string, first: string, last: string) => `From ${from} to ${to} the balance went from ${first} to ${last}.`,
} as const;
