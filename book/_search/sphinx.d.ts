// What the scripts of Sphinx define, as far as search.js uses it.
declare const Search: any;
declare const DOCUMENTATION_OPTIONS: any;
