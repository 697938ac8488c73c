-- Making the trigrams of a record took most of what writing it took, and an import of 50,000 took longer than a statement may.
drop index database_records_search;
