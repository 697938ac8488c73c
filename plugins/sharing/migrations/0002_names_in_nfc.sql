-- The names of folders are in NFC.
update access_requests set seen_folder = normalize(seen_folder) where seen_folder is not nfc normalized;
