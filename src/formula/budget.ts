// How much work a text may ask for. A short formula can stand for astronomically many operations (nested sums);
// counting them ends such a formula with an error instead of a frozen program.

export class Budget {
  readonly limit: number;
  /** “formula”, “family”: what the limit is for. */
  readonly subject: string;
  private readonly around: Budget | undefined;
  private spent = 0;

  constructor(subject: string, limit: number, around?: Budget) {
    this.subject = subject;
    this.limit = limit;
    this.around = around;
  }

  /** Counts one operation here and in the budgets around; returns the budget that is exceeded, if any. */
  spend(): Budget | undefined {
    this.spent += 1;
    return this.spent > this.limit ? this : this.around?.spend();
  }
}
