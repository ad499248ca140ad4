// Programs that tests start write plain text, whatever the surroundings ask for: with FORCE_COLOR, which many servers set,
// Node colours numbers, and with NO_COLOR beside it, it warns.

delete process.env.FORCE_COLOR;
delete process.env.NO_COLOR;
