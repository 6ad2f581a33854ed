/** Exports the SQL schema of the day of the month of monthly deposits: a shorter month has its last day, and the next one this day again. */
export const monthlySchema: readonly string[] = [
  `alter table schedules add column day_of_month int check (day_of_month between 1 and 31)`,
  `alter table requests add column day_of_month int check (day_of_month between 1 and 31)`,
];
