// The places that are filled in at each start of a server, in its arguments and templates. Anything else in braces is the program's own.

/** `name` is the NAME of `{port:NAME}`. */
export const PLACE = /\{(?:port(?::(?<name>[^{}]*))?|host|logdir)\}/g;

/** How large a file may be in which places are filled in: configuration is small. Here, as hosts load no schemas. */
export const MOST_TEMPLATE_BYTES = 1_048_576;
